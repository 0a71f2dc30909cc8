import { randomUUID } from 'node:crypto'
import { sql as kysely } from 'kysely'
import type pg from 'pg'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import { createTestApi, testOrigin, type TestApi, type TestApiOptions, type TestRequest } from './api.ts'
import { connectAsOwner, publishTerms } from './factories.ts'
import { visitorToken } from './visitor-token.ts'

/** A circuit that sells, with what belongs to it. */
export interface SaleCircuit {
  readonly id: string
  readonly shippingMethodId: string
}

/** An account that buys back one phone with two questions, one simple product, on every circuit. */
export interface SaleWorld {
  readonly api: TestApi
  readonly owner: pg.Client
  /** The clock of the application; a test moves it. */
  readonly clock: { now: Date }
  readonly startedAt: Date
  readonly accountId: string
  readonly categoryId: string
  readonly phoneId: string
  readonly cableId: string
  readonly questionnaireId: string
  readonly answers: { readonly best: readonly Chosen[]; readonly scratched: readonly Chosen[] }
  readonly circuits: Readonly<Record<CircuitType, SaleCircuit>>
  /** Bank transfer without a bonus; gift card with 10 percent. */
  readonly transferId: string
  readonly giftCardId: string
  /** Asks as a visitor of the public site. */
  visitor(): Promise<Asker>
  sql(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Who asks. */
export interface Asker {
  request(path: string, init?: TestRequest): Promise<Response>
}

interface Chosen {
  readonly questionId: string
  readonly answerId: string
}

const types: readonly CircuitType[] = [
  'store_drop',
  'store_drop_label',
  'store_collect',
  'web_drop',
  'web_post',
  'web_drop_label',
  'web_collect',
]

/** Boots the application on a furnished account; prices: phone 200 € as A, 150 € as B, cable 5 €. */
export async function createSaleWorld(options: Omit<TestApiOptions, 'now'> = {}): Promise<SaleWorld> {
  // The database ends sessions by a clock of its own, so that this one begins with it.
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
  const clock = { now: startedAt }
  const api = await createTestApi({ ...options, now: () => clock.now })
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await publishTerms(owner)
  const { id: accountId, warehouseId } = api.accounts.retailer
  const sql: SaleWorld['sql'] = async (text, ...values) => (await owner.query(text, values)).rows
  const add = (text: string, ...values: unknown[]) => sql(text, accountId, ...values)
  const [categoryId, phoneId, cableId] = [newId(), newId(), newId()]
  await add(`insert into category (account_id, id, name, identifier) values ($1, $2, 'Phones', 'phones')`, categoryId)
  await add(
    `insert into product (account_id, id, label, brand, main_category_id, status, simple) values
      ($1, $2, 'Phone one', 'Brand', $4, 'published', false), ($1, $3, 'Cable', 'Brand', $4, 'published', true)`,
    phoneId,
    cableId,
    categoryId,
  )
  await add(
    `insert into product_price (account_id, product_id, grade, price_cents) values
      ($1, $2, 'grade_a', 20000), ($1, $2, 'grade_b', 15000), ($1, $3, 'functional', 500)`,
    phoneId,
    cableId,
  )
  const [screen, box] = [randomUUID(), randomUUID()]
  const [fine, scratched, broken, yes, no] = Array.from({ length: 5 }, () => randomUUID())
  const none = { type: 'none' }
  const content = {
    questions: [
      {
        id: screen,
        title: 'The screen?',
        answers: [
          { id: fine, name: 'Fine', bestGrade: 'grade_a', impact: none },
          { id: scratched, name: 'Scratched', bestGrade: 'grade_b', impact: none },
          { id: broken, name: 'Broken', bestGrade: 'grade_c', impact: none },
        ],
      },
      {
        id: box,
        title: 'The box?',
        answers: [
          { id: yes, name: 'Yes', bestGrade: 'grade_a', impact: none },
          { id: no, name: 'No', bestGrade: 'grade_a', impact: { type: 'percentage', percent: -5, capCents: null } },
        ],
      },
    ],
  }
  for (const [at, { id, title, answers }] of content.questions.entries()) {
    await add('insert into question (account_id, id, title) values ($1, $2, $3)', id, title)
    await add('insert into category_question values ($1, $2, $3, $4)', categoryId, id, at + 1)
    for (const [n, answer] of answers.entries())
      await add(
        `insert into answer (account_id, id, question_id, position, name, best_grade, impact_type, impact_value)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        answer.id,
        id,
        n + 1,
        answer.name,
        answer.bestGrade,
        answer.impact.type,
        'percent' in answer.impact ? answer.impact.percent : 0,
      )
  }
  const frozen = await inAccount(api.db, accountId, (tx) =>
    kysely<{ id: string }>`select questionnaire_of_day(${categoryId}) as id`.execute(tx),
  )
  const questionnaireId = frozen.rows[0]?.id ?? ''
  await add(
    `insert into payment_mode (account_id, id, type, label, modifier_type, modifier_value, modifier_cap_cents) values
      ($1, $2, 'bank_transfer', 'Transfer', 'none', 0, null), ($1, $3, 'gift_card', 'Gift card', 'percentage', 10, 5000)`,
    newId(),
    newId(),
  )
  const modes = await add(`select id from payment_mode where account_id = $1 order by type`)
  const [transferId, giftCardId] = modes.map(({ id }) => String(id)) as [string, string]
  const ruleId = newId()
  const circuits = {} as Record<CircuitType, SaleCircuit>
  for (const type of types) {
    const [id, shippingMethodId, rule] = [newId(), newId(), type === 'store_drop' ? ruleId : newId()]
    circuits[type] = { id, shippingMethodId }
    await add(`insert into circuit (account_id, id, type, name) values ($1, $2, $3, $3)`, id, type)
    await add(
      `insert into shipping_method (account_id, id, type, description, available_countries, modifier_type, modifier_value)
        values ($1, $2, $3, $3, '{FR,BE}', $4, $5)`,
      shippingMethodId,
      type,
      type === 'web_collect' ? 'fixed' : 'none',
      type === 'web_collect' ? -500 : 0,
    )
    await add(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
        values ($1, $2, $3, 1, 'protect', 'Protect it'), ($1, $4, $3, 2, 'print', 'Print the label')`,
      newId(),
      id,
      newId(),
    )
    await add('insert into circuit_shipping_method values ($1, $2, $3)', id, shippingMethodId)
    for (const mode of [transferId, giftCardId])
      await add('insert into circuit_payment_mode values ($1, $2, $3)', id, mode)
    await add('insert into dispatch_circuit_rule (account_id, id, circuit_id) values ($1, $2, $3)', rule, id)
    await add('insert into dispatch_circuit_rule_category values ($1, $2, $3)', rule, categoryId)
  }
  await add(
    'insert into warehouse_dispatch (account_id, id, default_warehouse_id) values ($1, $2, $3)',
    newId(),
    warehouseId,
  )
  await add(
    `update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus}'
      where account_id = $1`,
  )
  const chosen = (answer: string | undefined, other: string | undefined): readonly Chosen[] => [
    { questionId: screen, answerId: answer ?? '' },
    { questionId: box, answerId: other ?? '' },
  ]
  return {
    api,
    owner,
    clock,
    startedAt,
    accountId,
    categoryId,
    phoneId,
    cableId,
    questionnaireId,
    answers: { best: chosen(fine, yes), scratched: chosen(scratched, no) },
    circuits,
    transferId,
    giftCardId,
    sql,
    visitor: async () => {
      const headers = { authorization: `Bearer ${await visitorToken(api)}`, origin: testOrigin }
      return { request: (path, init = {}) => api.request(path, { ...init, headers }) }
    },
    close: async () => {
      await owner.end()
      await api.close()
    },
  }
}

/** A customer's details as the form has them. */
export const customerForm = {
  clientLastname: 'Martin',
  clientFirstname: 'Anna',
  clientEmail: 'anna.martin@exemple.fr',
  clientPhone: '0612345678',
  clientStreet: '12 rue des Lilas',
  clientZipCode: '59000',
  clientCity: 'Lille',
  clientCountry: 'FR',
} as const

/** Where her money goes. */
export const bankForm = { iban: 'FR76 3000 6000 0112 3456 7890 189', accountHolder: 'Anna Martin' } as const

/** Body of a sale of the phone as new, paid by transfer, on a circuit; `change` replaces fields. */
export function saleOf(world: SaleWorld, circuit: CircuitType = 'web_post', change: Record<string, unknown> = {}) {
  const { id: circuitId, shippingMethodId } = world.circuits[circuit]
  const collected = circuit === 'web_collect' ? 500 : 0
  return {
    productId: world.phoneId,
    questionnaireId: world.questionnaireId,
    answers: world.answers.best,
    circuitId,
    shippingMethodId,
    paymentModeId: world.transferId,
    customer: customerForm,
    bank: bankForm,
    termsAccepted: true,
    prices: {
      estimatedPriceCents: 20_000,
      impactPriceEntries:
        collected === 0 ? [] : [{ source: 'shipping_method', label: 'web_collect', valueCents: -collected }],
      totalPriceCents: 20_000 - collected,
    },
    ...change,
  }
}

/** Prices without modifiers. */
export function plainPrices(cents: number) {
  return { estimatedPriceCents: cents, impactPriceEntries: [], totalPriceCents: cents }
}

/** Sets what the phone is worth as A. */
export async function priceThePhone(world: Pick<SaleWorld, 'sql' | 'phoneId'>, cents: number): Promise<void> {
  await world.sql(
    `update product_price set price_cents = $2 where product_id = $1 and grade = 'grade_a'`,
    world.phoneId,
    cents,
  )
}

/** Posts a body, or nothing; says what came of it. */
export async function postAs(asker: Asker, path: string, json?: object): Promise<Outcome> {
  return outcomeOf(await asker.request(path, { method: 'POST', ...(json && { json }) }))
}

/** What an answer says. */
export interface Outcome {
  readonly status: number
  readonly code: string | undefined
  readonly body: Record<string, unknown>
}

/** What an answer says: its status, and its code where it is a refusal. */
export async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { status: response.status, code: typeof body['code'] === 'string' ? body['code'] : undefined, body }
}
