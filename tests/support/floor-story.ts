import { expect, type Page } from 'playwright/test'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { AppServer } from './app-server.ts'
import { badgeOf, type Handheld, signInAtCheckIn, signInOn, startHandheld } from './handheld.ts'
import { typeAsScanner } from './wedge.ts'
import { servedByWorker } from './service-worker.ts'

/** A phone with what its customer said of it. */
export interface DeclaredPhone {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly declaration: Declaration
  readonly questions: Questionnaire['questions']
}

/** Phones on their way to the first warehouse, declared as good and worth a proposal, in a stable order. */
export async function phonesInTransit(app: AppServer, count: number): Promise<readonly DeclaredPhone[]> {
  const { rows } = await app.owner.query<DeclaredPhone>(
    `select i.id, i.identification_number as code, b.identification_number as "buybackCode", b.declaration,
       q.content -> 'questions' as questions
     from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
     join category c on c.account_id = b.account_id and c.id = b.category_id and c.identifier = 'smartphones'
     join questionnaire q on q.account_id = b.account_id and q.id = (b.declaration ->> 'questionnaireId')::uuid
     where i.status = 'item_in_transit' and not i.tested and i.destination_warehouse_id = $1
       and b.declared_grade = 'grade_a' and b.declared_price_cents > 10000
     order by i.id limit $2`,
    [app.warehouses[0], count],
  )
  if (rows.length < count) throw new Error(`only ${rows.length} phones in transit`)
  return rows
}

/** A stock of the first warehouse by its name. */
export async function stockNamed(app: AppServer, name: string): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(`select id from stock where warehouse_id = $1 and name = $2`, [
    app.warehouses[0],
    name,
  ])
  return rows[0]!.id
}

/** A stock of the first warehouse by the owner's hand. */
export async function addStock(app: AppServer, name: string): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into stock (account_id, id, warehouse_id, name, location)
     select account_id, uuid_v7(), organization_id, $2, 'Allée 4' from organization_warehouse where organization_id = $1
     returning id`,
    [app.warehouses[0], name],
  )
  return rows[0]!.id
}

/** Has a colleague take products into a native stock of a warehouse, while the device of a test is offline. */
export async function taken(
  app: AppServer,
  items: readonly { readonly id: string }[],
  to: { readonly warehouse: string; readonly status: string; readonly native: string },
): Promise<void> {
  await app.owner.query(
    `update item set status = $2, tested = ($2 = 'item_completed'), warehouse_id = $3, version = version + 1,
      stock_id = (select id from stock where warehouse_id = $3 and native = $4) where id = any ($1::uuid[])`,
    [items.map(({ id }) => id), to.status, to.warehouse, to.native],
  )
}

/** The letter of the answer that the customer declared to a question. */
export function declaredLetter({ questions, declaration }: DeclaredPhone, question: number): string {
  const { id, answers } = questions[question]!
  const given = declaration.answers!.find(({ questionId }) => questionId === id)
  return letter(answers.findIndex((answer) => answer.id === given?.answerId))
}

/** The letter of an answer by its place. */
export const letter = (at: number): string => String.fromCharCode(65 + at)

/** Answers the questions of a test as declared, from one on. */
export async function answerAsDeclared(page: Page, phone: DeclaredPhone, from = 0): Promise<void> {
  for (let at = from; at < phone.questions.length; at++) {
    await expect(page.getByRole('heading', { name: phone.questions[at]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${declaredLetter(phone, at)}`)
  }
}

/** How many devices have drawn package numbers. */
async function numberBlocks(app: AppServer): Promise<number> {
  return (await app.owner.query(`select 1 from package_number_block`)).rows.length
}

/** A handheld at the start of a shift in the warehouse: signed in, its copy whole, package numbers drawn. */
export async function startWarehouseShift(app: AppServer, user: string): Promise<Handheld> {
  const before = await numberBlocks(app)
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  await signInAtCheckIn(device.page(), user)
  await expect.poll(() => numberBlocks(app), { timeout: 30_000 }).toBeGreaterThan(before)
  await everythingSent(device.page())
  return device
}

/** A handheld at the start of a shift in a store. */
export async function startStoreShift(app: AppServer, user: string): Promise<Handheld> {
  const before = await numberBlocks(app)
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  const page = device.page()
  await signInOn(page, user, '/expedition')
  await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
  await servedByWorker(page)
  await expect.poll(() => numberBlocks(app), { timeout: 30_000 }).toBeGreaterThan(before)
  await everythingSent(page)
  return device
}

/** Waits until nothing of a device is on its way any more. */
export async function everythingSent(page: Page): Promise<void> {
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
}

/** The number of the package on the confirmation. */
export async function packageNumber(page: Page): Promise<string> {
  const text = await page
    .getByText(/^0\s?4\d/)
    .first()
    .textContent()
  return (text ?? '').replaceAll(/\D/g, '')
}

/** Ends the running refurb step by scanner. */
export async function validateStep(page: Page, step: string): Promise<void> {
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(page.getByRole('dialog', { name: 'Valider l’étape' })).toBeVisible()
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(page.getByRole('button', { name: step })).toContainText('Validée')
}

/** Goes on to a refurb step by scanner and asks to cancel it; the reason is still to be given. */
export async function askToCancelStep(page: Page, step: string): Promise<void> {
  await typeAsScanner(page, 'RPR:NEXT')
  await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await typeAsScanner(page, 'RPR:CANCEL')
  await expect(page.getByRole('dialog', { name: 'Annuler l’étape' })).toBeVisible()
}
