import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { plannedSteps } from '#domain/refurb/item-step.ts'
import type { NativeStock } from '#domain/warehouse/item-status.ts'
import { factsOfFloor, noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import type { Random } from './random.ts'

/** An operator of a simulated account, with the proofs of identity that a sign-in would have given. */
export interface SimOperator {
  readonly userId: string
  readonly warehouseId: string
  readonly userType: 'warehouse_operator' | 'warehouse_manager'
  readonly sessionToken: string
  /** A push-only token; bound to the device when `grantFor` is called. */
  grantFor(deviceId: string): string
}

/** An item to scan. */
export interface SimItem {
  readonly id: string
  readonly code: string
  readonly buybackCode: string
  readonly destination: string

  readonly wasSettled: boolean
  /** Whether its customer's label for the way back is there. */
  readonly hasReturnLabel: boolean
  /** Native stock at its destination in which it stood then. */
  readonly stoodIn: NativeStock | null
}

/** What the operators of an account choose from. */
export interface SimCatalog {
  /** A question of the compliance test; the later its answer, the lower the price. */
  readonly questionId: string
  readonly answerIds: readonly [string, string, string]
  /** A refurb question of one answer, and one of several. */
  readonly uniqueId: string
  readonly uniqueAnswerIds: readonly [string, string]
  readonly multipleId: string
  readonly multipleAnswerIds: readonly [string]
}

/** A fresh account: one schedule's world on the server. */
export interface SimAccount {
  readonly accountId: string
  readonly warehouses: readonly [string, string]
  readonly operators: readonly SimOperator[]
  readonly items: readonly SimItem[]
  readonly catalog: SimCatalog
  /** Every id that was drawn for it; those of another account of the same draws stand at the same places. */
  readonly ids: readonly string[]
  /** Grants asked for and not yet inserted. */
  takeGrants(): readonly {
    readonly hash: Buffer
    readonly deviceId: string
    readonly userId: string
    readonly id: string
  }[]
}

let numbers = 200_000_000_000

/** Hash under which a token is stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const setUp = `
with a as (insert into account (id, name, is_retailer) values ($1, 'Simulated', true)),
o as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type) values
  ($1, $2, null, 'root_management_unit', 'Head office', '{}', 'root')),
d as (insert into organization_root_detail (account_id, id) values ($1, $2))
select 1`

const fill = `
with w as (insert into organization (account_id, id, parent_organization_id, type, common_name, path, module_type)
  select $1, id, $2, 'warehouse', 'Warehouse', '{}', 'rps' from unnest($3::uuid[]) id),
c as (insert into category (account_id, id, name, identifier, path) values ($1, $2, 'Phones', 'phones', '{}')),
k as (insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Post')),
u as (insert into user_account (account_id, id, email, first_name, last_name)
  select $1, id, id || '@sim.example', 'Sim', 'Operator' from unnest($4::uuid[]) id)
insert into product (account_id, id, label, brand, main_category_id) values ($1, $2, 'Phone', 'Brand', $2)`

const floor = `
with s as (insert into stock (account_id, id, warehouse_id, name)
  select $1, id, warehouse, 'Shelf' from unnest($2::uuid[], $3::uuid[]) x (id, warehouse)),
q as (insert into questionnaire (account_id, id, category_id, content) values ($1, $4, $5, $6::jsonb)),
t as (insert into refurb_step (account_id, id, name, warehouse_id, stock_id)
  select $1, id, 'Step', $7, stock from unnest($8::uuid[], $9::uuid[]) x (id, stock)),
c as (insert into refurb_step_cost (account_id, step_id, warehouse_id, cost_cents)
  select $1, id, $7, cost from unnest($8::uuid[], $10::int[]) x (id, cost)),
o as (insert into refurb_question (account_id, id, label, type, position)
  values ($1, $11, 'Battery', 'unique', 1), ($1, $12, 'Look', 'multiple', 2)),
a as (insert into refurb_answer (account_id, id, question_id, label, position)
  select $1, id, question, 'Answer', at from unnest($13::uuid[], $14::uuid[]) with ordinality x (id, question, at))
insert into refurb_answer_step (account_id, answer_id, step_id, position)
  select $1, answer, step, at from unnest($15::uuid[], $16::uuid[]) with ordinality x (answer, step, at)`

const people = `
with m as (insert into user_module (account_id, user_id, module, user_type, organization_id)
  select $1, u, 'rps', t, w from unnest($2::uuid[], $3::uuid[], $9::text[]) x (u, w, t))
insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id, declaration,
  settled_at)
  select $1, id, number, status, $7, $7, $7, $8::jsonb, case when status like 'bb_completed%' then now() end
  from unnest($4::uuid[], $5::text[], $6::text[]) x (id, number, status)`

const things = `
insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id,
  created_at, tested, facts, warehouse_id, stock_id)
select $1, x.id, x.id, code, $5, status, destination, now(), tested, facts::jsonb, s.warehouse_id, s.id
from unnest($2::uuid[], $3::text[], $4::text[], $6::uuid[], $7::bool[], $8::text[], $9::text[])
  x (id, code, status, destination, tested, facts, native)
left join stock s on s.account_id = $1 and s.warehouse_id = x.destination and s.native = x.native`

/** Where in its life an item is when a schedule begins. */
interface Beginning {
  readonly status: string
  readonly buyback: string
  readonly native?: NativeStock
  readonly tested?: boolean
  readonly facts?: Partial<ItemFacts>
}

const onTheWay: readonly Beginning[] = [
  { status: 'item_in_transit', buyback: 'bb_in_transit' },
  { status: 'item_created', buyback: 'bb_awaiting_inventory' },
  { status: 'item_awaiting_inventory', buyback: 'bb_awaiting_inventory' },
]
const toTest: Beginning = {
  status: 'item_awaiting_compliancy_tests',
  buyback: 'bb_in_processing',
  native: 'awaiting_control',
}
const completed = { status: 'item_completed', buyback: 'bb_completed', native: 'to_refurbish', tested: true } as const
const waiting: readonly Beginning[] = [
  {
    status: 'item_in_quarantine',
    buyback: 'bb_in_processing',
    native: 'in_quarantine',
    facts: { hasReturnLabel: true },
  },
  {
    status: 'item_to_return',
    buyback: 'bb_not_completed',
    native: 'customer_return',
    facts: { hasReturnLabel: true },
  },
  { status: 'item_in_quarantine', buyback: 'bb_in_processing', native: 'in_quarantine' },
  { status: 'item_to_return', buyback: 'bb_not_completed', native: 'customer_return' },
]

const sessions = `
insert into session (account_id, id, token_hash, user_id, module, viewed_account_id, expires_at)
select $1, id, hash, u, 'rps', $1, now() + interval '1 day'
from unnest($2::uuid[], $3::bytea[], $4::uuid[]) x (id, hash, u)`

/**
 * Creates a fresh account with two warehouses, three operators (two of the first warehouse, one of whom manages it),
 * questions, refurb steps, a shelf in each warehouse, and items at every place of their lives.
 */
export async function createSimAccount(
  owner: pg.Pool,
  random: Random,
  itemCount: number,
  beginsAt?: readonly string[],
): Promise<SimAccount> {
  const ids: string[] = []
  function id(): string {
    const drawn = uuidv7(Date.now(), random.bytes(10))
    ids.push(drawn)
    return drawn
  }
  const accountId = id()
  const root = id()
  const warehouses = [id(), id()] as const
  const userIds = [id(), id(), id()]
  const places = [warehouses[0], warehouses[0], warehouses[1]]
  const userTypes = ['warehouse_operator', 'warehouse_manager', 'warehouse_operator'] as const
  const shelves = [id(), id()]
  const stepIds = [id(), id()]
  const questionnaireId = id()
  const catalog: SimCatalog = {
    questionId: id(),
    answerIds: [id(), id(), id()],
    uniqueId: id(),
    uniqueAnswerIds: [id(), id()],
    multipleId: id(),
    multipleAnswerIds: [id()],
  }
  const declaration: Declaration = {
    productId: root,
    simple: false,
    prices: { grade_a: 10_000, grade_b: 9_500, grade_d: 4_000 },
    questionnaireId,
    answers: [{ questionId: catalog.questionId, answerId: catalog.answerIds[0] }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: { type: 'value', value: 600, maxCents: null },
    modifiers: [],
  }
  const validated = { grade: 'grade_a', priceCents: 10_000, paymentCents: 10_000 } as ItemFacts['validated']
  const planned = plannedSteps(
    stepIds.map((stepId, at) => ({ id: stepId, name: 'Step', stockId: shelves[0]!, costs: costsOf(at) })),
    warehouses[0],
  )
  function costsOf(at: number) {
    return [{ warehouseId: warehouses[0], costCents: 1_500 * (at + 1) }]
  }
  const running = { deviceId: id(), deviceMs: 1_794_999_000_000, atMs: Date.now() - 60_000 }
  const begun = planned.map((step, at) => ({
    ...step,
    ...(at === 0 ? { status: 'in_progress' as const, revision: 1, actorId: userIds[0]!, runningSince: running } : {}),
  }))
  const beginnings: readonly Beginning[] = [
    ...onTheWay,
    onTheWay[0]!,
    toTest,
    toTest,
    ...waiting,
    { ...completed, facts: { validated } },
    { ...completed, facts: { validated } },
    { ...completed, status: 'item_refurb_in_progress', facts: { validated, steps: planned } },
    { ...completed, status: 'item_refurb_in_progress', facts: { validated, steps: begun } },
    { ...completed, status: 'item_refurb_completed', native: 'refurbishment_completed', facts: { validated } },
  ]
  const possible = beginnings.filter(({ status }) => beginsAt?.includes(status) ?? true)
  const made = Array.from({ length: itemCount }, () => {
    const number = String(numbers++)
    const own = String(10_000_000 + random.below(89_999_999))
    const buybackCode = number + gs1CheckDigit(number)
    const code = random.chance(0.5) ? buybackCode : own
    const beginning = random.pick(possible)
    // The refurb steps are those of the first warehouse.
    const isElsewhere = !random.chance(0.8) && beginning.facts?.steps === undefined
    const destination = isElsewhere ? warehouses[1] : warehouses[0]
    return {
      id: id(),
      code,
      buybackCode,
      destination,
      beginning,
      wasSettled: beginning.buyback === 'bb_completed',
      hasReturnLabel: beginning.facts?.hasReturnLabel === true,
      stoodIn: beginning.native ?? null,
    }
  })
  const items: readonly SimItem[] = made
  const own = (facts: Partial<ItemFacts> | undefined) =>
    facts === undefined ? null : JSON.stringify(factsOfFloor({ ...noFacts, ...facts }))
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.system = 'on'`)
    await client.query(setUp, [accountId, root])
    await client.query(fill, [accountId, root, warehouses, userIds])
    const answers = catalog.answerIds.map((answerId, at) => ({
      id: answerId,
      name: `Answer ${at}`,
      bestGrade: (['grade_a', 'grade_b', 'grade_d'] as const)[at],
      impact: { type: 'none' },
    }))
    const content = { questions: [{ id: catalog.questionId, title: 'Screen', answers }] }
    const { uniqueId, uniqueAnswerIds, multipleId, multipleAnswerIds } = catalog
    await client.query(floor, [
      accountId,
      shelves,
      warehouses,
      questionnaireId,
      root,
      JSON.stringify(content),
      warehouses[0],
      stepIds,
      stepIds.map(() => shelves[0]),
      stepIds.map((_stepId, at) => 1_500 * (at + 1)),
      uniqueId,
      multipleId,
      [...uniqueAnswerIds, ...multipleAnswerIds],
      [uniqueId, uniqueId, multipleId],
      [uniqueAnswerIds[0], multipleAnswerIds[0], multipleAnswerIds[0]],
      [stepIds[0], stepIds[0], stepIds[1]],
    ])
    await client.query(people, [
      accountId,
      userIds,
      places,
      made.map((item) => item.id),
      made.map((item) => item.buybackCode),
      made.map((item) => item.beginning.buyback),
      root,
      JSON.stringify(declaration),
      userTypes,
    ])
    await client.query(things, [
      accountId,
      made.map((item) => item.id),
      made.map((item) => item.code),
      made.map((item) => item.beginning.status),
      root,
      made.map((item) => item.destination),
      made.map((item) => item.beginning.tested ?? false),
      made.map((item) => own(item.beginning.facts)),
      made.map((item) => item.beginning.native ?? null),
    ])
    const tokens = userIds.map((userId) => `session-${userId}`)
    await client.query(sessions, [accountId, userIds.map(() => id()), tokens.map(tokenHash), userIds])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  let grants: { hash: Buffer; deviceId: string; userId: string; id: string }[] = []
  const operators = userIds.map((userId, at) => ({
    userId,
    warehouseId: places[at]!,
    userType: userTypes[at]!,
    sessionToken: `session-${userId}`,
    grantFor(deviceId: string) {
      const token = `grant-${userId}-${id()}`
      grants.push({ hash: tokenHash(token), deviceId, userId, id: id() })
      return token
    },
  }))
  return {
    accountId,
    warehouses: [...warehouses],
    operators,
    items,
    catalog,
    ids: [...ids],
    takeGrants() {
      const taken = grants
      grants = []
      return taken
    },
  }
}
