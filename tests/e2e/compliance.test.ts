import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import { startAppServer, type AppServer, type LabelledItem } from '#tests/support/app-server.ts'
import { badgeOf, openCheckIn, signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const pictures = 'test-results/screens'
let app: AppServer
const used: string[] = []

interface Phone extends LabelledItem {
  readonly productId: string
  readonly imei: string
  readonly declaration: Declaration
  readonly questions: Questionnaire['questions']
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  mkdirSync(pictures, { recursive: true })
  app = await startAppServer(3000)
})
test.afterAll(async () => {
  await app.close()
})

/** Phones that wait for their test, with what was declared; each asked for once. */
async function phones(count: number, where = `i.status = 'item_awaiting_compliancy_tests'`): Promise<readonly Phone[]> {
  const found = await app.owner.query<Phone>(
    `select i.id, i.identification_number as code, b.identification_number as "buybackCode", i.imei,
       i.product_id as "productId", b.declaration, q.content -> 'questions' as questions
     from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
     join category c on c.account_id = b.account_id and c.id = b.category_id and c.identifier = 'smartphones'
     join questionnaire q on q.account_id = b.account_id and q.id = (b.declaration ->> 'questionnaireId')::uuid
     where ${where} and coalesce(i.warehouse_id, i.destination_warehouse_id) = $1 and b.declared_grade = 'grade_a'
       and b.declared_price_cents > 10000
       and not i.id = any ($2::uuid[]) order by i.id limit $3`,
    [app.warehouses[0], used, count],
  )
  if (found.rows.length < count) throw new Error(`only ${found.rows.length} phones to test`)
  used.push(...found.rows.map(({ id }) => id))
  return found.rows
}

async function stored(id: string) {
  const { rows } = await app.owner.query<{
    readonly status: string
    readonly facts: {
      readonly control?: {
        readonly outcome: string
        readonly absorbedCents: number
        readonly photos: readonly { readonly photoId: string; readonly questionId: string }[]
      }
    } | null
    readonly serial_number: string | null
    readonly imei: string | null
    readonly stock: string | null
  }>(
    `select i.status, i.facts, i.serial_number, i.imei, s.name as stock from item i
     left join stock s on s.account_id = i.account_id and s.id = i.stock_id where i.id = $1`,
    [id],
  )
  return rows[0]!
}

async function setSetting(column: string, value: unknown): Promise<void> {
  await app.owner.query(
    `update organization_root_detail set ${column} = $1 where account_id = (
       select account_id from organization where id = $2)`,
    [value, app.warehouses[0]],
  )
}

async function open(options: Partial<Parameters<typeof startHandheld>[0]> = {}): Promise<Handheld> {
  const device = await startHandheld({ baseURL: app.url, ...options })
  await signInOn(device.page(), 'warehouse_operator')
  await openCheckIn(device.page())
  await device.page().goto('/warehouse/check')
  await expect(device.page().getByText('Scannez le produit à contrôler')).toBeVisible()
  return device
}

const letterOf = (at: number): string => String.fromCharCode(65 + at)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Place of the declared answer to a question. */
function declaredAt(phone: Phone, question: number): number {
  const { id, answers } = phone.questions[question]!
  const chosen = phone.declaration.answers!.find(({ questionId }) => questionId === id)
  return answers.findIndex((answer) => answer.id === chosen?.answerId)
}

/** Answers every question as declared, from one on, by the scanner. */
async function answerAsDeclared(page: Page, phone: Phone, from = 0): Promise<void> {
  for (let at = from; at < phone.questions.length; at++) {
    await expect(page.getByRole('heading', { name: phone.questions[at]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone, at))}`)
  }
}

async function sent(page: Page): Promise<void> {
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 20_000 })
}

async function photo(width = 2400, height = 1800): Promise<Buffer> {
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 2_654_435_761) >>> 24
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .blur(2)
    .withExif({ IFD0: { Make: 'Camera', Model: 'Secret place' } })
    .jpeg()
    .toBuffer()
}

/** A photo as the server hands it out, to a session of its own: a killed browser may have lost its cookie. */
async function evidence(photoId: string): Promise<Buffer> {
  const signedIn = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'api' },
    body: JSON.stringify({ email: 'warehouse_operator@demo.example', password: demoPassword }),
  })
  const { apiToken } = (await signedIn.json()) as { readonly apiToken: string }
  const answer = await fetch(`${app.url}/api/evidence/${photoId}`, { headers: { authorization: `Bearer ${apiToken}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

test('a conforming phone is tested offline by the scanner alone, and the server agrees', async () => {
  const [phone] = await phones(1)
  const device = await open()
  const page = device.page()
  try {
    await device.offline(true)
    await typeAsScanner(page, phone!.code)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await typeAsScanner(page, phone!.imei)
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
    await expect(page.getByRole('alert')).toContainText('Déjà contrôlé')
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
    await button(page, 'Commencer le diagnostic').click()
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    await page.keyboard.press(String(worse + 1))
    await expect(page.getByText('Réponse différente de la déclaration')).toBeVisible()
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(asFile('one.jpg', await photo()))
    await expect(button(page, /Retirer la photo/)).toHaveCount(1)
    await chooser.setInputFiles(asFile('two.jpg', await photo(1800, 2400)))
    await expect(button(page, /Retirer la photo/)).toHaveCount(2)
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${pictures}/check-question-photos.png` })

    await device.kill()
    page = await device.start({ offline: true })
    await page.goto(`${app.url}/warehouse/check/${phone!.id}`)
    await expect(button(page, /Retirer la photo/)).toHaveCount(2)
    await typeAsScanner(page, 'RPR:NEXT')
    await answerAsDeclared(page, phone!, 1)
    await expect(page.getByText('Un nouveau prix est proposé au client', { exact: false })).toBeVisible()
    await page.screenshot({ path: `${pictures}/check-summary-lower.png`, fullPage: true })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Quarantaine' })).toBeVisible()
    await page.waitForTimeout(200)
    await page.screenshot({ path: `${pictures}/check-quarantine.png` })
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
            await app.owner.query(`select 1 from evidence_photo where uploaded_at is not null and item_id = $1`, [
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

test('a small difference of a phone is covered by the retailer, line by line', async () => {
  const [phone] = await phones(1)
  const declaration = {
    ...phone!.declaration,
    absorption: { type: 'value', value: 1_000_000, maxCents: null },
  }
  await app.owner.query(`update buyback set declaration = $2 where id = (select buyback_id from item where id = $1)`, [
    phone!.id,
    JSON.stringify(declaration),
  ])
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, phone!.code)
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByRole('heading', { name: phone!.questions[0]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone!, 0))}`)
    // One worse answer to the second question.
    const worse = phone!.questions[1]!.answers.length - 1
    await button(page, phone!.questions[1]!.answers[worse]!.name).click()
    await button(page, 'Question suivante').click()
    await answerAsDeclared(page, phone!, 2)
    await expect(page.getByText('L’enseigne prend en charge', { exact: false })).toBeVisible()
    await expect(page.getByText('Pris en charge par l’enseigne')).toBeVisible()
    await expect(page.getByText('4 réponses conformes')).toBeVisible()
    // Back and forth loses nothing.
    await button(page, 'Retour').click()
    await expect(page.getByText('Question 5 sur 5', { exact: false })).toBeVisible()
    await typeAsScanner(page, 'RPR:NEXT')
    await button(page, 'Valider le contrôle').click()
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await sent(page)
    const row = await stored(phone!.id)
    expect(row.status).toBe('item_completed_with_absorption')
    expect(row.facts?.control?.absorbedCents).toBeGreaterThan(0)
  } finally {
    await device.close()
  }
})

test('a locked phone is set aside, with the comment that the account asks for', async () => {
  const [phone] = await phones(1)
  await setSetting('is_warehouse_comment_mandatory', true)
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, phone!.code)
    await button(page, 'Mettre de côté').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(200)
    await page.screenshot({ path: `${pictures}/check-set-aside.png` })
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
    await device.close()
  }
})

test('each reason against a test has its own words, and another code stops a test that goes on', async () => {
  const [phone, other] = await phones(2)
  const [foreign] = await app.itemsInTransit(app.warehouses[1], 1)
  const [coming] = await phones(1, `i.status = 'item_in_transit' and not i.tested`)
  const device = await open()
  const page = device.page()
  const alert = page.getByRole('alert')
  try {
    await typeAsScanner(page, '29999993')
    await expect(alert).toContainText('Code non reconnu')
    await typeAsScanner(page, foreign!.code)
    await expect(alert).toContainText('Non attribué à cet atelier')
    await page.screenshot({ path: `${pictures}/check-not-assigned.png` })
    await typeAsScanner(page, coming!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await page.goto('/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await typeAsScanner(page, phone!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
    await typeAsScanner(page, other!.code)
    await expect(alert).toContainText('Autre produit')
    await page.screenshot({ path: `${pictures}/check-wrong-item.png` })
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(alert).toHaveCount(0)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
  } finally {
    await device.close()
  }
})

test('where check-in is mandatory a product that was not checked in is sent there first', async () => {
  const [coming] = await phones(1, `i.status = 'item_in_transit' and not i.tested`)
  await setSetting('warehouse_checkin_requirement', 'mandatory')
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, coming!.code)
    await expect(page.getByRole('alert')).toContainText('Produit non réceptionné')
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(button(page, 'Valider la réception')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(page.getByText('Stock : À contrôler')).toBeVisible()
    await page.goto('/warehouse/check')
    await expect(page.getByText('Scannez le produit à contrôler')).toBeVisible()
    await typeAsScanner(page, coming!.code)
    await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
  } finally {
    await setSetting('warehouse_checkin_requirement', 'optional')
    await device.close()
  }
})

test('a file that is no photo, too large or cut off is refused with its reason, and nothing else changes', async () => {
  const [phone] = await phones(1)
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, phone!.code)
    await typeAsScanner(page, 'RPR:NEXT')
    await expect(page.getByText('Question 1 sur 5', { exact: false })).toBeVisible()
    // A key right behind a scan is part of it.
    await page.waitForTimeout(300)
    await page.keyboard.press(String(phone!.questions[0]!.answers.length))
    const chooser = page.locator('input[type=file]')
    const problem = page.getByRole('alert')
    await chooser.setInputFiles(asFile('notes.jpg', Buffer.from('no photo at all')))
    await expect(problem).toContainText('n’est pas une photo')
    const huge = await sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    await chooser.setInputFiles(asFile('huge.png', huge, 'image/png'))
    await expect(problem).toContainText('40 mégapixels')
    const whole = await photo(800, 600)
    await chooser.setInputFiles(asFile('cut.jpg', whole.subarray(0, whole.byteLength / 2)))
    await expect(problem).toContainText('incomplète')
    await expect(button(page, /Retirer la photo/)).toHaveCount(0)
    await chooser.setInputFiles(asFile('good.jpg', whole))
    await expect(button(page, /Retirer la photo/)).toHaveCount(1)
    await expect(problem).toHaveCount(0)
    await button(page, 'Retirer la photo 1').click()
    await expect(button(page, /Retirer la photo/)).toHaveCount(0)
  } finally {
    await device.close()
  }
})

test('another model is searched over the network, remembered, and found again without it', async () => {
  const [phone, second] = await phones(2)
  const { rows } = await app.owner.query<{ label: string; brand: string; id: string }>(
    `select p.id, p.label, p.brand from product p join product d on d.account_id = p.account_id and d.id = $1
     where p.main_category_id = d.main_category_id and p.status = 'published' and p.id <> d.id and not p.simple
     order by p.id limit 1`,
    [phone!.productId],
  )
  const other = rows[0]!
  const device = await open()
  const page = device.page()
  try {
    await typeAsScanner(page, phone!.code)
    await button(page, 'Autre modèle ou capacité').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Marque et modèle').fill('')
    await page.keyboard.type(other.label, { delay: 210 })
    await dialog.getByRole('button', { name: other.label }).first().click()
    await expect(page.getByText(/^Modèle déclaré\s:/)).toBeVisible()
    await button(page, 'Commencer le diagnostic').click()
    await answerAsDeclared(page, phone!)
    await expect(page.getByText('Autre produit que celui déclaré', { exact: false })).toBeVisible()
    await button(page, 'Valider le contrôle').click()
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await sent(page)
    const { rows: tested } = await app.owner.query(
      `select facts -> 'control' ->> 'productId' as id from item where id = $1`,
      [phone!.id],
    )
    expect(tested[0]).toEqual({ id: other.id })

    await device.offline(true)
    await page.keyboard.press('Escape')
    await typeAsScanner(page, second!.code)
    await button(page, 'Autre modèle ou capacité').click()
    await dialog.getByLabel('Marque et modèle').fill('')
    await page.keyboard.type(other.label.slice(0, 6), { delay: 210 })
    await expect(dialog.getByText('Sans réseau, seuls les modèles', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: other.label }).first().click()
    await button(page, 'Commencer le diagnostic').click()
    await answerAsDeclared(page, second!)
    await button(page, 'Valider le contrôle').click()
    await expect(button(page, 'Produit suivant')).toBeVisible()
    await device.offline(false)
    await sent(page)
    expect((await stored(second!.id)).facts?.control).toMatchObject({ productId: other.id })
  } finally {
    await device.close()
  }
})

for (const look of [
  { name: '360', width: 360, height: 640, colorScheme: 'light' },
  { name: '820-dark', width: 820, height: 1180, colorScheme: 'dark' },
] as const) {
  test(`every step passes axe and is pictured: ${look.name}`, async () => {
    test.setTimeout(180_000)
    const [phone] = await phones(1)
    const device = await open({
      viewport: { width: look.width, height: look.height },
      colorScheme: look.colorScheme,
    })
    const page = device.page()
    const check = async (screen: string): Promise<void> => {
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${pictures}/check-${screen}-${look.name}.png` })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .disableRules(['target-size'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBeLessThanOrEqual(
        0,
      )
    }
    try {
      await check('search')
      await typeAsScanner(page, phone!.code)
      await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
      await check('characteristics')
      await button(page, 'Autre modèle ou capacité').click()
      await page.waitForTimeout(600)
      await check('product')
      await page.keyboard.press('Escape')
      await typeAsScanner(page, 'RPR:NEXT')
      await expect(page.getByText('Question 1 sur', { exact: false })).toBeVisible()
      await check('question')
      await button(page, phone!.questions[0]!.answers.at(-1)!.name).click()
      await check('question-differs')
      await typeAsScanner(page, 'RPR:NEXT')
      await answerAsDeclared(page, phone!, 1)
      await expect(page.getByText('Un nouveau prix', { exact: false })).toBeVisible()
      await check('summary')
      await button(page, 'Valider le contrôle').click()
      await expect(page.getByRole('alert')).toBeVisible()
      await check('stop')
      await page.keyboard.press('Escape')
      await check('done')
    } finally {
      await device.close()
    }
  })
}
