import { expect, test } from 'playwright/test'
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
import { badgeOf, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { expectSoundScreen, layoutScope, smallTargets, standsStill } from '#tests/support/screen-audit.ts'
import { doubleTap, pressAsPerson, tapAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, phones, stored, setSetting, shareBench } = prepareComplianceBench()

test.describe('at one bench', () => {
  const bench = shareBench()

  test('a double tap answers one question, and confirms no test whose summary nobody has seen', async () => {
    const [phone] = await phones(1)
    const last = phone!.questions.length - 1
    const page = bench.page()
    await typeAsScanner(page, phone!.code)
    await doubleTap(button(page, 'Commencer le diagnostic'))
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await doubleTap(button(page, phone!.questions[0]!.answers[declaredAt(phone!, 0)]!.name))
    await expect(page.getByText('Question 2 sur 5', { exact: false })).toBeVisible()
    await page.waitForTimeout(300)
    await expect(page.getByText('Question 2 sur 5', { exact: false })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-pressed=true]')).toHaveCount(0)
    for (let at = 1; at < last; at++) {
      await expect(page.getByRole('heading', { name: phone!.questions[at]!.title })).toBeVisible()
      await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone!, at))}`)
    }
    await expect(page.getByRole('heading', { name: phone!.questions[last]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${letterOf(phone!.questions[last]!.answers.length - 1)}`)
    await doubleTap(button(page, 'Voir le bilan'))
    await expect(button(page, 'Valider le contrôle')).toBeVisible()
    await page.waitForTimeout(300)
    await expect(button(page, 'Valider le contrôle')).toBeVisible()
    // What shows where the product goes is not passed over either.
    await doubleTap(button(page, 'Valider le contrôle'))
    await expect(button(page, 'Produit suivant')).toBeVisible()
  })

  test('a photo that was not kept is told at the summary as well, and stops the confirmation once', async () => {
    const [phone] = await phones(1)
    const page = bench.page()
    await typeAsScanner(page, phone!.code)
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await pressAsPerson(page, String(phone!.questions[0]!.answers.length))
    const whole = await photo(800, 600)
    await page.locator('input[type=file]').setInputFiles(asFile('cut.jpg', whole.subarray(0, whole.byteLength / 2)))
    // The operator does not wait for what becomes of it.
    await typeAsScanner(page, 'RPR:NEXT')
    await answerAsDeclared(page, phone!, 1)
    const lost = page.getByRole('alert').filter({ hasText: '1 photo n’a pas été gardée' })
    await expect(lost).toContainText('incomplète')
    await expectSoundScreen(page, 'check: a photo that was not kept')
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await page.waitForTimeout(500)
    await expect(lost).toBeVisible()
    expect((await stored(phone!.id)).status).toBe('item_awaiting_compliancy_tests')
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await expect(button(page, 'Produit suivant')).toBeVisible()
  })

  test('photos of an answer that is taken back stay in sight until they are removed', async () => {
    const [phone] = await phones(1)
    const page = bench.page()
    const taken = button(page, /Agrandir la photo/)
    await typeAsScanner(page, phone!.code)
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await pressAsPerson(page, String(phone!.questions[0]!.answers.length))
    await page.locator('input[type=file]').setInputFiles(asFile('good.jpg', await photo(800, 600)))
    await expect(taken).toHaveCount(1)
    await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone!, 0))}`)
    await expect(page.getByText('Ces photos restent jointes au contrôle', { exact: false })).toBeVisible()
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await tapAsPerson(taken)
    await tapAsPerson(button(page, 'Retirer la photo 1'))
    await tapAsPerson(button(page, 'Retirer définitivement'))
    await expect(taken).toHaveCount(0)
    await typeAsScanner(page, 'RPR:NEXT')
    await answerAsDeclared(page, phone!, 1)
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await sent(page)
    expect((await stored(phone!.id)).facts?.control).toMatchObject({ outcome: 'conforming', photos: [] })
  })

  test('a test knows the labels of its product again by what was scanned at its beginning', async () => {
    const [phone, other] = await phones(2)
    const page = bench.page()
    const imei = page.getByLabel('IMEI', { exact: true })
    await typeAsScanner(page, phone!.code)
    await typeAsScanner(page, '356938035643809')
    await expect(imei).toHaveValue('356938035643809')
    await typeAsScanner(page, 'SN48/X201')
    await expect(page.getByLabel('Numéro de série')).toHaveValue('SN48/X201')
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    for (const code of ['356938035643809', 'SN48/X201', phone!.imei]) await typeAsScanner(page, code)
    await page.waitForTimeout(500)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await typeAsScanner(page, other!.imei)
    await expect(page.getByRole('alert')).toContainText('Autre produit')
  })

  test('a test that the server decides by other prices says so until a person has seen it', async () => {
    const [phone] = await phones(1)
    const { rows } = await app().owner.query<{ label: string; id: string }>(
      `select p.id, p.label from product p join product d on d.account_id = p.account_id and d.id = $1
       where p.main_category_id = d.main_category_id and p.status = 'published' and p.id <> d.id and not p.simple
       order by p.id desc limit 1`,
      [phone!.productId],
    )
    const other = rows[0]!
    const price = (cents: number) =>
      app().owner.query(`update product_price set price_cents = $2 where product_id = $1`, [other.id, cents])
    await price(1_000_000)
    const page = bench.page()
    const device = bench.device()
    await typeAsScanner(page, phone!.code)
    await tapAsPerson(button(page, 'Autre modèle ou capacité'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Marque et modèle').fill(other.label)
    await dialog.getByRole('button', { name: other.label }).first().click()
    await expect(page.getByText(/^Modèle déclaré\s:/)).toBeVisible()
    await device.offline(true)
    await price(100)
    await tapAsPerson(button(page, 'Commencer le diagnostic'))
    await answerAsDeclared(page, phone!)
    await expect(page.getByText('Prix confirmé')).toBeVisible()
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('1 à traiter', { timeout: 20_000 })
    expect(await stored(phone!.id)).toMatchObject({
      status: 'item_in_quarantine',
      facts: { control: { outcome: 'proposal' } },
    })

    await goWithin(page, '/warehouse/attention')
    await expect(page.getByRole('heading', { name: 'Autre résultat que celui affiché' })).toBeVisible()
    await expect(page.getByText(/^Affiché\s: Prix confirmé · /)).toBeVisible()
    await expect(page.getByText(/^Enregistré\s: Quarantaine$/)).toBeVisible()
    await expectSoundScreen(page, 'attention: another result')
    // The signal passes by itself.
    await expect(page.getByText('Le badge de connexion y mène', { exact: false })).toHaveCount(0)
    await takePicture(page, 'attention-other-result-360.png')
    await tapAsPerson(button(page, /^Produit rangé/))
    await expect(page.getByText('Rien à traiter')).toBeVisible()
    await expect(badgeOf(page)).not.toContainText('à traiter')
  })

  test('every step passes axe, has large targets and is pictured; in the dark it has contrast', async () => {
    test.setTimeout(180_000)
    const [phone] = await phones(1)
    const page = bench.page()
    const check = async (screen: string): Promise<void> => {
      await standsStill(page)
      await takePicture(page, `check-${screen}-360.png`)
      await expectSoundScreen(page, screen)
      // The field of a photo's file is opened by the button beside it.
      expect(await smallTargets(page, '[type="file"]'), screen).toEqual([])
    }
    /** The same screen on a dark tablet: the elements are those of the phone, their colours and places are not. */
    const checkInTheDark = async (screen: string): Promise<void> => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 820, height: 1180 })
      await standsStill(page)
      await takePicture(page, `check-${screen}-820-dark.png`)
      await expectSoundScreen(page, `${screen} in the dark`, { rules: ['color-contrast', ...layoutScope.rules!] })
      expect(await smallTargets(page, '[type="file"]'), screen).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 360, height: 640 })
    }
    await check('search')
    await typeAsScanner(page, phone!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await check('characteristics')
    await checkInTheDark('characteristics')
    await tapAsPerson(button(page, 'Autre modèle ou capacité'))
    await expect(page.getByRole('dialog').getByLabel('Marque et modèle')).toBeVisible()
    await check('product')
    await page.keyboard.press('Escape')
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 1 sur', { exact: false })).toBeVisible()
    await check('question')
    await tapAsPerson(button(page, phone!.questions[0]!.answers.at(-1)!.name))
    await check('question-differs')
    await checkInTheDark('question-differs')
    await typeAsScanner(page, 'RPR:NEXT')
    await answerAsDeclared(page, phone!, 1)
    await expect(page.getByText('Un nouveau prix', { exact: false })).toBeVisible()
    await check('summary')
    await checkInTheDark('summary')
    await tapAsPerson(button(page, 'Valider le contrôle'))
    await expect(page.getByRole('alert')).toBeVisible()
    await check('stop')
    await page.keyboard.press('Escape')
    await check('done')
  })
})

test('where check-in is disabled no test leads to it, and a product bound elsewhere stays with the test', async () => {
  const [foreign] = await app().itemsInTransit(app().warehouses[1], 1)
  await setSetting('warehouse_checkin_requirement', 'disabled')
  const device = await startHandheld({ baseURL: app().url })
  const page = device.page()
  try {
    await signInOn(page, 'warehouse_operator', '/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await expect(page.getByText('La copie locale se charge', { exact: false })).toHaveCount(0, { timeout: 30_000 })
    await typeAsScanner(page, foreign!.code)
    await expect(page.getByRole('alert')).toContainText('Non attribué à cet atelier')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await expect(button(page, 'Enregistrer pour réexpédier')).toHaveCount(0)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await page.waitForTimeout(500)
    expect(new URL(page.url()).pathname).toBe('/warehouse/check')
  } finally {
    await setSetting('warehouse_checkin_requirement', 'optional')
    await device.close()
  }
})
