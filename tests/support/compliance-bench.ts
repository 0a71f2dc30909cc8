import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { AppServer, LabelledItem } from './app-server.ts'
import { prepareApp } from './prepare-app.ts'
import { badgeOf, type Handheld, signInAtCheckIn, startHandheld } from './handheld.ts'
import { typeAsScanner } from './wedge.ts'

/** A phone with what was declared of it. */
export interface Phone extends LabelledItem {
  readonly productId: string
  readonly imei: string
  readonly declaration: Declaration
  readonly questions: Questionnaire['questions']
}

/** The product for the tests of one file, and what they ask of it about compliance tests. */
export function prepareComplianceBench() {
  let app: AppServer
  const used: string[] = []

  prepareApp(1500, (started) => (app = started))

  /** Phones that wait for their test, with what was declared; each asked for once. */
  async function phones(
    count: number,
    where = `i.status = 'item_awaiting_compliancy_tests'`,
  ): Promise<readonly Phone[]> {
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
    await signInAtCheckIn(device.page(), 'warehouse_operator')
    await device.page().goto('/warehouse/check')
    await expect(device.page().getByText('Scannez le produit à contrôler')).toBeVisible()
    return device
  }

  /**
   * One device at the bench for all tests of a file that end with its network as they found it; each begins at the
   * search. What the tests change in the database is to be there before it starts.
   */
  function shareBench() {
    let device: Handheld
    test.beforeAll(async () => {
      test.setTimeout(120_000)
      device = await open()
    })
    test.afterAll(() => device.close())
    test.beforeEach(async () => {
      await device.page().goto('/warehouse/check')
      await expect(device.page().getByText('Scannez le produit à contrôler')).toBeVisible()
    })
    test.afterEach(() => device.offline(false))
    return { device: () => device, page: () => device.page() }
  }

  /** A photo as the server hands it out, to a session of its own: a killed browser may have lost its cookie. */
  async function evidence(photoId: string): Promise<Buffer> {
    const signedIn = await fetch(`${app.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'api' },
      body: JSON.stringify({ email: 'warehouse_operator@demo.example', password: demoPassword }),
    })
    const { apiToken } = (await signedIn.json()) as { readonly apiToken: string }
    const answer = await fetch(`${app.url}/api/evidence/${photoId}`, {
      headers: { authorization: `Bearer ${apiToken}` },
    })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }

  return { app: () => app, phones, stored, setSetting, open, shareBench, evidence }
}

/** The letter of the answer at a place. */
export const letterOf = (at: number): string => String.fromCharCode(65 + at)
/** A button by its name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Place of the declared answer to a question. */
export function declaredAt(phone: Phone, question: number): number {
  const { id, answers } = phone.questions[question]!
  const chosen = phone.declaration.answers!.find(({ questionId }) => questionId === id)
  return answers.findIndex((answer) => answer.id === chosen?.answerId)
}

/** Answers every question as declared, from one on, by the scanner. */
export async function answerAsDeclared(page: Page, phone: Phone, from = 0): Promise<void> {
  for (let at = from; at < phone.questions.length; at++) {
    await expect(page.getByRole('heading', { name: phone.questions[at]!.title })).toBeVisible()
    await typeAsScanner(page, `RPR:${letterOf(declaredAt(phone, at))}`)
  }
}

/** Waits until the device has sent everything. */
export async function sent(page: Page): Promise<void> {
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 20_000 })
}

/** A photo as a camera makes it, with what it says about its place. */
export async function photo(width = 2400, height = 1800): Promise<Buffer> {
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 2_654_435_761) >>> 24
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .blur(2)
    .withExif({ IFD0: { Make: 'Camera', Model: 'Secret place' } })
    .jpeg()
    .toBuffer()
}

/** What a file input takes. */
export const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
