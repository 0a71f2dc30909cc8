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
  type Phone,
} from '#tests/support/compliance-bench.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { expectSoundScreen, layoutScope, setLight, smallTargets, standsStill } from '#tests/support/screen-audit.ts'
import { doubleTap, pressAsPerson, tapAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { groupCode } from '#web/lib/format.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, phones, stored, setSetting, open, shareBench, evidence } = prepareComplianceBench()

test.describe('at one bench', () => {
  let dull: Phone
  // Before the bench has its copy.
  test.beforeAll(async () => {
    ;[dull] = (await phones(1)) as [Phone]
    const absorption = { type: 'value', value: 1_000_000, maxCents: null }
    await app().owner.query(
      `update buyback set declaration = $2 where id = (select buyback_id from item where id = $1)`,
      [dull.id, JSON.stringify({ ...dull.declaration, absorption })],
    )
  })
  const bench = shareBench()

  test('a conforming phone, and one whose small difference the retailer covers, are tested as the server agrees', async () => {
    const [phone] = await phones(1)
    const [device, page] = [bench.device(), bench.page()]
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
      await typeAsScanner(page, dull.code)
      await typeAsScanner(page, 'RPR:NEXT')
      await expect(page.getByRole('heading', { name: dull.questions[0]!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letterOf(declaredAt(dull, 0))}`)
      // One worse answer to the second question.
      await expect(page.getByRole('heading', { name: dull.questions[1]!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letterOf(dull.questions[1]!.answers.length - 1)}`)
      await typeAsScanner(page, 'RPR:NEXT')
      await answerAsDeclared(page, dull, 2)
      await expect(page.getByText('L’enseigne prend en charge', { exact: false })).toBeVisible()
      await expect(page.getByText('Pris en charge par l’enseigne')).toBeVisible()
      await expect(page.getByText('4 réponses conformes')).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(button(page, 'Produit suivant')).toBeVisible()
      await sent(page)
      const row = await stored(dull.id)
      expect(row.status).toBe('item_completed_with_absorption')
      expect(row.facts?.control?.absorbedCents).toBeGreaterThan(0)
    })
  })

  test('every step passes axe, has large targets and takes a double tap for one; in the dark it has contrast', async () => {
    const [phone] = await phones(1)
    const page = bench.page()
    const last = phone!.questions.length - 1
    const isAt = (number: number) => expect(page.getByText(`Question ${number} sur 5`, { exact: false })).toBeVisible()
    const check = async (screen: string): Promise<void> => {
      await standsStill(page)
      await takePicture(page, `check-${screen}-360.png`)
      await expectSoundScreen(page, screen)
      // The field of a photo's file is opened by the button beside it.
      expect(await smallTargets(page, '[type="file"]'), screen).toEqual([])
    }
    await check('search')
    await typeAsScanner(page, phone!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await check('characteristics')
    await tapAsPerson(button(page, 'Autre modèle ou capacité'))
    await expect(page.getByRole('dialog').getByLabel('Marque et modèle')).toBeVisible()
    await check('product')
    await page.keyboard.press('Escape')
    await doubleTap(button(page, 'Commencer le diagnostic'))
    await isAt(1)
    await check('question')
    await doubleTap(button(page, phone!.questions[0]!.answers[declaredAt(phone!, 0)]!.name))
    await isAt(2)
    await page.waitForTimeout(300)
    await isAt(2)
    await expect(page.getByRole('main').locator('[aria-pressed=true]')).toHaveCount(0)
    await tapAsPerson(button(page, phone!.questions[1]!.answers.at(-1)!.name))
    await check('question-differs')
    // The same screen on a dark tablet: the elements are those of the phone, their colours and places are not.
    await setLight(page, 'dark')
    await page.setViewportSize({ width: 820, height: 1180 })
    await standsStill(page)
    await takePicture(page, 'check-question-differs-820-dark.png')
    await expectSoundScreen(page, 'in the dark', { rules: ['color-contrast', ...layoutScope.rules!] })
    await setLight(page, 'light')
    await page.setViewportSize({ width: 360, height: 640 })
    await typeAsScanner(page, 'RPR:NEXT')
    for (let at = 2; at < last; at++) {
      await expect(page.getByRole('heading', { name: phone!.questions[at]!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone!, at))}`)
    }
    await expect(page.getByRole('heading', { name: phone!.questions[last]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${letterOf(phone!.questions[last]!.answers.length - 1)}`)
    // The second tap confirms no test whose summary nobody has seen.
    await doubleTap(button(page, 'Voir le bilan'))
    await expect(page.getByText('Un nouveau prix', { exact: false })).toBeVisible()
    await page.waitForTimeout(300)
    await expect(button(page, 'Valider le contrôle')).toBeVisible()
    await check('summary')
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await expect(page.getByRole('alert')).toBeVisible()
    await check('stop')
    await page.keyboard.press('Escape')
    await check('done')
  })

  test('another model is searched over the network and found again without it, and a test that the server decides by other prices says so', async () => {
    const [phone, second] = await phones(2)
    const { rows } = await app().owner.query<{ label: string; id: string }>(
      `select p.id, p.label from product p join product d on d.account_id = p.account_id and d.id = $1
       where p.main_category_id = d.main_category_id and p.status = 'published' and not p.simple
         and p.id not in ($1, $2)
       order by p.id desc limit 1`,
      [phone!.productId, second!.productId],
    )
    const other = rows[0]!
    const price = (cents: number) =>
      app().owner.query(`update product_price set price_cents = $2 where product_id = $1`, [other.id, cents])
    await price(1_000_000)
    const [device, page] = [bench.device(), bench.page()]
    const dialog = page.getByRole('dialog')
    await typeAsScanner(page, phone!.code)
    await tapAsPerson(button(page, 'Autre modèle ou capacité'))
    await dialog.getByLabel('Marque et modèle').fill(other.label)
    await dialog.getByRole('button', { name: other.label }).first().click()
    await expect(page.getByText(/^Modèle déclaré\s:/)).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await answerAsDeclared(page, phone!)
    await expect(page.getByText('Autre produit que celui déclaré', { exact: false })).toBeVisible()
    // What shows where the product goes is not passed over by a second tap.
    await doubleTap(button(page, 'Valider le contrôle'))
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await sent(page)
    expect((await stored(phone!.id)).facts?.control).toMatchObject({ productId: other.id })

    await device.offline(true)
    await page.keyboard.press('Escape')
    await typeAsScanner(page, second!.code)
    await tapAsPerson(button(page, 'Autre modèle ou capacité'))
    await dialog.getByLabel('Marque et modèle').fill(other.label.slice(0, 6))
    await expect(dialog.getByText('Sans réseau, seuls les modèles', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: other.label }).first().click()
    await expect(page.getByText(/^Modèle déclaré\s:/)).toBeVisible()
    await price(100)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await answerAsDeclared(page, second!)
    await expect(page.getByText('Prix confirmé')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('1 à traiter', { timeout: 20_000 })
    expect(await stored(second!.id)).toMatchObject({
      status: 'item_in_quarantine',
      facts: { control: { outcome: 'proposal', productId: other.id } },
    })

    // It says so until a person has seen it.
    await navigateInApp(page, '/warehouse/attention')
    await expect(page.getByRole('heading', { name: 'Autre résultat que celui affiché' })).toBeVisible()
    await expect(page.getByText(/^Affiché\s: Prix confirmé · /)).toBeVisible()
    await expect(page.getByText(/^Enregistré\s: Quarantaine$/)).toBeVisible()
    // The signal passes by itself.
    await expect(page.getByText('Le badge de connexion y mène', { exact: false })).toHaveCount(0)
    await takePicture(page, 'attention-other-result-360.png')
    await expectSoundScreen(page, 'attention: another result')
    await tapAsPerson(button(page, /^Produit rangé/))
    await expect(page.getByText('Rien à traiter')).toBeVisible()
    await expect(badgeOf(page)).not.toContainText('à traiter')
  })
})

test('a difference with two photos, taken offline in the middle of a kill, goes to quarantine and proves itself', async () => {
  test.setTimeout(120_000)
  const [phone] = await phones(1)
  const device = await open({ isOwn: true })
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
    await navigateInApp(page, '/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await typeAsScanner(page, coming!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await navigateInApp(page, `/warehouse/check/${phone!.id}`)
    await expect(page.getByText(groupCode(phone!.code)).first()).toBeVisible()
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
  } finally {
    await setSetting('is_warehouse_comment_mandatory', false)
    await setSetting('warehouse_checkin_requirement', 'optional')
    await device.close()
  }
})

test('a check-in that comes to be mandatory amid a test is made on the way, and the test goes on where it was (F9)', async () => {
  const [coming] = await phones(1, `i.status = 'item_in_transit' and not i.tested`)
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, coming!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await answerAsDeclared(page, coming!)
    await expect(button(page, 'Valider le contrôle')).toBeVisible()
    await page.getByLabel('Commentaire').fill('Boîte ouverte')
    await setSetting('warehouse_checkin_requirement', 'mandatory')
    // The device hears of it with its next look at the server.
    await expect(button(page, 'Réceptionner')).toBeVisible({ timeout: 60_000 })
    await expect(button(page, 'Valider le contrôle')).toHaveCount(0)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page).toHaveURL(`/warehouse/confirmation-checkin/${coming!.id}`)
    await expect(button(page, 'Valider la réception')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(button(page, 'Contrôler')).toBeVisible()
    await typeAsScanner(page, 'RPR:START')
    await expect(page).toHaveURL(`/warehouse/check/${coming!.id}`)
    // No answer is given twice: the test is at its end, with what was written.
    await expect(button(page, 'Valider le contrôle')).toBeVisible()
    await expect(page.getByLabel('Commentaire')).toHaveValue('Boîte ouverte')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await sent(page)
    expect(await stored(coming!.id)).toMatchObject({
      status: 'item_completed',
      facts: { control: { outcome: 'conforming' } },
    })
  } finally {
    await setSetting('warehouse_checkin_requirement', 'optional')
    await device.close()
  }
})
