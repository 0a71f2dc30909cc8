import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import type { CheckInRequirement, NativeStock } from '#domain/item/item-status.ts'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import { factsOfFloor, noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import type { Random } from './random.ts'
import { fill, findStocks, floor, people, sessions, setUp, things } from './sim-account-sql.ts'
import { openStore, type SimStore } from './sim-store.ts'

/** An operator of a simulated account, with the proofs of identity that a sign-in would have given. */
export interface SimOperator {
  readonly userId: string
  /** Of the place where they work; a seller's is the store's. */
  readonly warehouseId: string
  readonly place: PackageOrigin
  readonly module: 'rps' | 'tim'
  readonly userType: 'warehouse_operator' | 'warehouse_manager' | 'store_seller'
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
  /** Status of its buyback at first. */
  readonly beganAs: BuybackStatus
  readonly wasSettled: boolean
  /** Whether its customer's label for the way back is there. */
  readonly hasReturnLabel: boolean
  /** Refurb steps that were due then. */
  readonly steps: readonly ItemStep[]
  /** Native stock at its destination in which it stood then. */
  readonly stoodIn: NativeStock | null
  /** Of a product that a store is to send: how, and whether the label of its own circuit is there. */
  readonly inStore?: {
    readonly storeId: string
    readonly circuit: StoreCircuit
    readonly label: 'ready' | 'none' | 'failed'
  }
}

/** Circuits of products that stand in a store: two go in packages, one with its own label, one not at all. */
export type StoreCircuit = 'store_drop' | 'web_drop' | 'store_drop_label' | 'store_collect'

/** What the account itself asks of its floor. */
export interface SimSettings {
  readonly checkIn: CheckInRequirement
  /** Whether every test with another outcome than the declared one has a comment. */
  readonly commentsTests: boolean
}

/** A stock of either warehouse. */
export interface SimStock {
  readonly id: string
  readonly warehouseId: string
  readonly native: NativeStock | null
}

/** What an account has beside its warehouses. */
export interface SimExtras {
  readonly settings?: SimSettings
  /** Whether products in quarantine have buybacks that are settled or not completed, too. */
  readonly closedBuybacks?: boolean
  /** Draws a store that sends. */
  readonly store?: Random
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
  /** The first answer of the one makes the first step due, that of the other both. */
  readonly stepIds: readonly [string, string]
}

/** A fresh account: one schedule's world on the server. */
export interface SimAccount {
  readonly accountId: string
  readonly warehouses: readonly [string, string]
  readonly operators: readonly SimOperator[]
  readonly items: readonly SimItem[]
  readonly stocks: readonly SimStock[]
  readonly storeId: string | null
  readonly settings: SimSettings
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

/** Where in its life an item is when a schedule begins. */
interface Beginning {
  readonly status: string
  readonly buyback: BuybackStatus
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

const closed: readonly Beginning[] = (['bb_completed', 'bb_not_completed'] as const).flatMap((buyback) =>
  [true, false].map((hasReturnLabel) => ({
    status: 'item_in_quarantine',
    buyback,
    native: 'in_quarantine',
    facts: { hasReturnLabel },
  })),
)

/**
 * Creates a fresh account with two warehouses, three operators (two of the first warehouse, one of whom manages it),
 * questions, refurb steps, a shelf in each warehouse, and items at every place of their lives.
 */
export async function createSimAccount(
  owner: pg.Pool,
  random: Random,
  itemCount: number,
  beginsAt?: readonly string[],
  extras: SimExtras = {},
): Promise<SimAccount> {
  const settings = extras.settings ?? { checkIn: 'optional', commentsTests: false }
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
  const stepIds = [id(), id()] as const
  const questionnaireId = id()
  const catalog: SimCatalog = {
    questionId: id(),
    answerIds: [id(), id(), id()],
    uniqueId: id(),
    uniqueAnswerIds: [id(), id()],
    multipleId: id(),
    multipleAnswerIds: [id()],
    stepIds,
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
    ...(extras.closedBuybacks === true
      ? closed.map((each) =>
          each.buyback === 'bb_completed' ? { ...each, facts: { ...each.facts, validated } } : each,
        )
      : []),
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
      beganAs: beginning.buyback,
      wasSettled: beginning.buyback === 'bb_completed',
      hasReturnLabel: beginning.facts?.hasReturnLabel === true,
      steps: beginning.facts?.steps ?? [],
      stoodIn: beginning.native ?? null,
    }
  })
  const own = (facts: Partial<ItemFacts> | undefined) =>
    facts === undefined ? null : JSON.stringify(factsOfFloor({ ...noFacts, ...facts }))
  let store: SimStore | null = null
  let stocks: readonly SimStock[] = []
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.system = 'on'`)
    await client.query(setUp, [accountId, root, settings.checkIn, settings.commentsTests])
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
    store =
      extras.store === undefined
        ? null
        : await openStore(client, { accountId, root, warehouses }, declaration, extras.store)
    const { rows } = await client.query<SimStock>(findStocks, [accountId, warehouses])
    stocks = rows
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  let grants: { hash: Buffer; deviceId: string; userId: string; id: string }[] = []
  const staff = userIds.map((userId, at) => ({
    userId,
    place: { type: 'warehouse' as const, warehouseId: places[at]! },
    module: 'rps' as const,
    userType: userTypes[at]!,
  }))
  // The seller comes second, so that one of two devices is the store's.
  const everybody = store === null ? staff : [staff[0]!, store.seller, ...staff.slice(1)]
  const operators = everybody.map((one): SimOperator => ({
    ...one,
    warehouseId: one.place.type === 'store' ? one.place.storeId : one.place.warehouseId,
    sessionToken: `session-${one.userId}`,
    grantFor(deviceId: string) {
      const token = `grant-${one.userId}-${id()}`
      grants.push({ hash: tokenHash(token), deviceId, userId: one.userId, id: id() })
      return token
    },
  }))
  return {
    accountId,
    warehouses: [...warehouses],
    operators,
    items: [...made, ...(store?.items ?? [])],
    stocks,
    storeId: store?.storeId ?? null,
    settings,
    catalog,
    ids: [...ids],
    takeGrants() {
      const taken = grants
      grants = []
      return taken
    },
  }
}
