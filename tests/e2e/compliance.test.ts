import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import {
  answerAsDeclared,
  asFile,
  button,
  declaredAt,
  letterOf,
  photo,
  sent,
  prepareComplianceBench,
} from '#tests/support/compliance-bench.ts'
import { goWithin } from '#tests/support/go-within.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { pressAsPerson, tapAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, phones, stored, setSetting, open, evidence } = prepareComplianceBench()

test('a conforming phone, and one whose small difference the retailer covers, are tested as the server agrees', async () => {
  test.setTimeout(180_000)
  const [phone, dull] = await phones(2)
  const absorption = { type: 'value', value: 1_000_000, maxCents: null }
  await app().owner.query(
    `update buyback set declaration = $2 where id = (select buyback_id from item where id = $1)`,
    [dull!.id, JSON.stringify({ ...dull!.declaration, absorption })],
  )
  const device = await open()
  const page = device.page()
  try {
    await test.step('a conforming one offline, by the scanner alone', async () => {
      await device.offline(true)
      await typeAsScanner(page, phone!.code)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      // The barcode of another box, then that of this one.
      const imei = page.getByLabel('IMEI', { exact: true })
      await typeAsScanner(page, '356938035643809')
      await expect(imei).toHaveValue('356938035643809')
      await typeAsScanner(page, phone!.imei)
      await expect(imei).toHaveValue(phone!.imei)
      await typeAsScanner(page, 'RPR:CONFIRM')
      await answerAsDeclared(page, phone!)
      await expect(page.getByText('Le prix déclaré est confirmé', { exact: false })).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(button(page, 'Produit suivant')).toBeVisible()
      await expect(page.getByText('À placer dans')).toBeVisible()
      await device.offline(false)
      await sent(page)
      expect(await stored(phone!.id)).toMatchObject({
        status: 'item_completed',
        facts: { control: { outcome: 'conforming' } },
      })
      // The next scan begins the next test at once.
      await typeAsScanner(page, phone!.code)
      await expect(
        page.getByRole('main').getByRole('status').filter({ hasText: 'Déjà contrôlé' }).first(),
      ).toBeVisible()
    })

    await test.step('the difference is covered, line by line', async () => {
      await typeAsScanner(page, dull!.code)
      await typeAsScanner(page, 'RPR:NEXT')
      await expect(page.getByRole('heading', { name: dull!.questions[0]!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letterOf(declaredAt(dull!, 0))}`)
      // One worse answer to the second question.
      const worse = dull!.questions[1]!.answers.length - 1
      await tapAsPerson(button(page, dull!.questions[1]!.answers[worse]!.name))
      await tapAsPerson(button(page, 'Question suivante'))
      await answerAsDeclared(page, dull!, 2)
      await expect(page.getByText('L’enseigne prend en charge', { exact: false })).toBeVisible()
      await expect(page.getByText('Pris en charge par l’enseigne')).toBeVisible()
      await expect(page.getByText('4 réponses conformes')).toBeVisible()
      // Back and forth loses nothing.
      await tapAsPerson(button(page, 'Retour'))
      await expect(page.getByText('Question 5 sur 5', { exact: false })).toBeVisible()
      await typeAsScanner(page, 'RPR:NEXT')
      await tapAsPerson(button(page, 'Valider le contrôle'))
      await expect(button(page, 'Produit suivant')).toBeVisible()
      await sent(page)
      const row = await stored(dull!.id)
      expect(row.status).toBe('item_completed_with_absorption')
      expect(row.facts?.control?.absorbedCents).toBeGreaterThan(0)
    })
  } finally {
    await device.close()
  }
})

test('a difference with two photos, taken offline in the middle of a kill, goes to quarantine and proves itself', async () => {
  test.setTimeout(120_000)
  const [phone] = await phones(1)
  const device = await open()
  let page = device.page()
  const question = phone!.questions[0]!
  const worse = question.answers.length - 1
  try {
    await device.offline(true)
    await typeAsScanner(page, phone!.buybackCode)
    await tapAsPerson(button(page, 'Commencer le diagnostic'))
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await pressAsPerson(page, String(worse + 1))
    await expect(page.getByText('Réponse différente de la déclaration')).toBeVisible()
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(asFile('one.jpg', await photo()))
    await expect(button(page, /Agrandir la photo/)).toHaveCount(1)
    await chooser.setInputFiles(asFile('two.jpg', await photo(1800, 2400)))
    await expect(button(page, /Agrandir la photo/)).toHaveCount(2)
    await takePicture(page, `check-question-photos.png`)

    await device.kill()
    page = await device.start({ offline: true })
    await page.goto(`${app().url}/warehouse/check/${phone!.id}`)
    await expect(button(page, /Agrandir la photo/)).toHaveCount(2)
    await typeAsScanner(page, 'RPR:NEXT')
    await answerAsDeclared(page, phone!, 1)
    await expect(page.getByText('Un nouveau prix est proposé au client', { exact: false })).toBeVisible()
    await takePicture(page, `check-summary-lower.png`, { fullPage: true })
    await pressAsPerson(page, 'Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Quarantaine' })).toBeVisible()
    await takePicture(page, `check-quarantine.png`)
    await page.keyboard.press('Escape')
    await badgeOf(page).click()
    await expect(page.getByText('2 en attente', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await device.offline(false)
    await sent(page)
    const row = await stored(phone!.id)
    expect(row).toMatchObject({ status: 'item_in_quarantine', facts: { control: { outcome: 'proposal' } } })
    const photos = row.facts!.control!.photos
    expect(photos.map(({ questionId }) => questionId)).toEqual([question.id, question.id])
    await expect
      .poll(
        async () =>
          (
            await app().owner.query(`select 1 from evidence_photo where uploaded_at is not null and item_id = $1`, [
              phone!.id,
            ])
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(2)
    const bytes = await evidence(photos[0]!.photoId)
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1600, height: 1200 })
    expect(metadata.exif).toBeUndefined()
    expect(bytes.byteLength).toBeLessThanOrEqual(300_000)
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('reprise-photos')
          request.onsuccess = () => {
            const count = request.result.transaction('bytes').objectStore('bytes').count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )
    expect(left).toBe(0)
  } finally {
    await device.close()
  }
})

test('a phone is received before its test and set aside with a comment, where the account asks for both', async () => {
  const [phone] = await phones(1)
  const [coming] = await phones(1, `i.status = 'item_in_transit' and not i.tested`)
  await setSetting('is_warehouse_comment_mandatory', true)
  await setSetting('warehouse_checkin_requirement', 'mandatory')
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, coming!.code)
    await expect(page.getByRole('alert')).toContainText('Produit non réceptionné')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(button(page, 'Valider la réception')).toBeVisible()
    await page.getByRole('textbox', { name: /^Commentaire/ }).fill('Boîte ouverte')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    await goWithin(page, '/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await typeAsScanner(page, coming!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await page.goto('/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await typeAsScanner(page, phone!.code)
    await tapAsPerson(button(page, 'Mettre de côté'))
    await expect(page.getByRole('dialog')).toBeVisible()
    await takePicture(page, `check-set-aside.png`)
    await typeAsScanner(page, 'RPR:A')
    await expect(page.getByRole('status').filter({ hasText: 'Mis de côté' })).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('alert')).toContainText('Un commentaire est obligatoire')
    await typeAsScanner(page, 'RPR:A')
    await expect(page.getByLabel('Commentaire')).toHaveValue('Écart constaté au contrôle')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByRole('alert')).toContainText('Rangez le produit en quarantaine')
    await sent(page)
    expect(await stored(phone!.id)).toMatchObject({
      status: 'item_in_quarantine',
      facts: { control: { outcome: 'set_aside', setAside: 'locked' } },
    })
    await page.keyboard.press('Escape')
    await typeAsScanner(page, phone!.code)
    await expect(page.getByRole('alert')).toContainText('En quarantaine')
  } finally {
    await setSetting('is_warehouse_comment_mandatory', false)
    await setSetting('warehouse_checkin_requirement', 'optional')
    await device.close()
  }
})
