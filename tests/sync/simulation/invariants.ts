import type pg from 'pg'
import { canonicalJson } from '#sync/wire/operation.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { factsOfFloor, noFacts, type ItemFacts } from '#sync/wire/item-facts.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { checkFloor } from './floor-invariants.ts'
import {
  readServerState,
  type HistoryRow,
  type ItemStateRow,
  type LedgerRow,
  type ServerState,
} from './server-state.ts'
import type { SimAccount } from './sim-account.ts'
import { orDeath, type SimDevice } from './sim-device.ts'
import type { SentRequest } from './sim-network.ts'
import type { ScheduleReport } from './schedule.ts'
import { hasSteppedBack, type Shown } from './stepped-back.ts'
import { Violation } from './violation.ts'

/** Watches a schedule and judges its end. */
export interface Monitor {
  captured(device: SimDevice, opId: string, actor: string): void
  /** Captured by an app that refuses nothing. */
  misstepped(opId: string): void
  readonly onSend: (request: SentRequest) => void
  /** A person settled something, so that a view may step back. */
  touched(device: SimDevice): void
  forgotCopy(device: SimDevice): void
  backedUp(ledger: readonly string[]): void
  restored(ledger: readonly string[]): void
  /** Looks at the views of a device between steps: nothing confirmed may flicker away (VIEW-3). */
  watch(device: SimDevice): Promise<void>
  judge(devices: readonly SimDevice[], owner: pg.Pool, crashes: number): Promise<ScheduleReport>
}

/** Creates the monitor of one schedule. */
export function createMonitor(account: SimAccount): Monitor {
  const captured: { device: SimDevice; opId: string; actor: string; epoch: string | undefined }[] = []
  const seen = new Map<string, Shown>()
  const prices = new Map<string, string>()
  const restless = new Map<string, string>()
  const missteps = new Set<string>()
  let restores = 0

  /** A confirmed price is final. */
  function watchPrice(key: string, item: ItemRow): void {
    const { validated } = itemFacts(item)
    if (validated === null) return
    const before = prices.get(key)
    const now = canonicalJson(validated)
    if (before !== undefined && before !== now)
      throw new Violation('floor', `item ${item.id} was paid ${before}, now ${now}`)
    prices.set(key, now)
  }

  function calm(device: SimDevice): void {
    for (const key of seen.keys()) if (key.startsWith(device.name)) seen.delete(key)
  }

  return {
    captured: (device, opId, actor) => void captured.push({ device, opId, actor, epoch: epochOf(device) }),
    misstepped: (opId) => void missteps.add(opId),
    onSend: () => undefined,
    touched: calm,
    forgotCopy: calm,
    backedUp: () => undefined,
    restored() {
      restores++
      seen.clear()
      prices.clear()
    },

    async watch(device) {
      if (!device.isRunning()) return
      const [tab] = device.engines()
      if (tab === undefined) return
      if (device.network.pushes.most > 1) throw new Violation(8, 'two push loops sent at the same time')
      const own = device.process()
      const epoch = tab.copyInfo()?.epoch
      const refused = await orDeath(own, refusedOn(tab))
      const undecided = await orDeath(own, Promise.all([tab.operations('pending'), tab.operations('held')]))
      const views = await orDeath(own, tab.view(account.items.map(({ id }) => id)))
      const since = await orDeath(own, refusedOn(tab))
      if (views === undefined || refused === undefined || undecided === undefined) return
      if (since !== refused || tab.copyInfo()?.epoch !== epoch) return
      // A refusal takes its effect out of the view, which may therefore step back; the same goes for settling a held
      // operation.
      if (restless.get(device.name) !== refused) calm(device)
      restless.set(device.name, refused)
      for (const { item, pending } of views) {
        // A device that has not heard of a restore shows what the server has lost with it, until it hears.
        const key = `${device.name} ${epoch} ${device.signedIn()?.userId} ${item.id}`
        if (pending === 0) watchPrice(key, item)
        const before = seen.get(key)
        if (hasSteppedBack(before, item, undecided.flat()))
          throw new Violation(6, `item ${item.id} stepped back from version ${before?.version} to ${item.version}`)
        seen.set(key, { version: item.version, level: item.level })
      }
    },

    async judge(devices, owner, crashes) {
      const state = await readServerState(owner, account.accountId)
      const effects = Map.groupBy(state.history, ({ opId }) => opId)
      const counts = { applied: 0, refused: 0, held: 0 }
      const known = new Set<string>()
      for (const device of devices) {
        if (device.network.pushes.most > 1) throw new Violation(8, 'two push loops sent at the same time')
        const ops = await allOperations(device)
        for (const opId of ops.keys()) known.add(opId)
        for (const mine of captured.filter((each) => each.device === device)) checkCaptured(mine, ops)
        for (const row of ops.values())
          checkOperation(row, state.ledger.get(row.opId), effects.get(row.opId) ?? [], counts)
        checkOrder(device, [...ops.values()], state.ledger)
        await checkCopies(device, account, state)
        await checkTray(device, ops)
      }
      for (const row of state.ledger.values()) checkWaiting(row, state.ledger)
      for (const { opId, type } of state.ledger.values())
        if (!known.has(opId)) throw new Violation(2, `${type} ${opId} is in the ledger, and no device captured it`)
      const lines = Map.groupBy(state.history, ({ itemId }) => itemId)
      for (const item of state.items) checkChain(item, lines.get(item.id) ?? [], restores)
      const last = new Set(devices.flatMap((device) => epochOf(device) ?? []))
      const since = captured.filter(({ epoch }) => epoch !== undefined && last.has(epoch) && last.size === 1)
      checkFloor(state, account, { restores, missteps, sinceRestore: new Set(since.map(({ opId }) => opId)) })
      return { captured: captured.length, crashes, ...counts }
    },
  }
}

/** The restore that every tab of a device knows of; none where they differ. */
function epochOf(device: SimDevice): string | undefined {
  const [epoch, other] = new Set(device.engines().map((tab) => tab.copyInfo()?.epoch))
  return other === undefined ? epoch : undefined
}

/** What a device knows of refused operations, and of those that a user has settled. */
async function refusedOn(tab: Engine): Promise<string> {
  const [tray, settled] = await Promise.all([tab.operations('tray'), tab.operations('discarded')])
  return `${tray.length} ${settled.length}`
}

async function allOperations(device: SimDevice): Promise<Map<string, OpRow>> {
  const [tab] = device.engines()
  const states = ['pending', 'applied', 'held', 'tray', 'discarded'] as const
  const found = await Promise.all(states.map((state) => tab!.operations(state)))
  const ops = new Map<string, OpRow>()
  for (const row of found.flat()) {
    if (ops.has(row.opId)) throw new Violation(1, `operation ${row.opId} is in two states`)
    ops.set(row.opId, row)
  }
  return ops
}

/** A captured operation is there, under its own author (QUEUE-2, QUEUE-5). */
function checkCaptured(mine: { opId: string; actor: string }, ops: ReadonlyMap<string, OpRow>): void {
  const row = ops.get(mine.opId)
  if (row === undefined) throw new Violation(1, `captured operation ${mine.opId} is gone`)
  if (row.op.actor !== mine.actor) throw new Violation(10, `operation ${mine.opId} changed its actor`)
}

/** Operations that change no item. */
const withoutEffect = ['endCheckInRound', 'endStockCount', 'openPackage', 'settleRefusal', 'futureThing']

/**
 * Device and ledger agree on an operation, which is pushed (QUEUE-2) and took effect once if it is applied, else never
 * (OP-1), under its own author (QUEUE-5).
 */
function checkOperation(
  row: OpRow,
  known: LedgerRow | undefined,
  effects: readonly HistoryRow[],
  counts: { applied: number; refused: number; held: number },
): void {
  const what = `${row.op.type} ${row.opId}`
  if (row.state === 'pending') throw new Violation(8, `${what} never pushed`)
  if (row.neverSent) return
  if (known === undefined) throw new Violation(1, `${what} is ${row.state} on the device and unknown to the server`)
  if (known.userId !== row.op.actor) throw new Violation(10, `${what} stands under another user in the ledger`)
  const expected = { applied: ['applied'], held: ['held'], tray: ['rejected', 'blocked_by'] } as Record<
    string,
    string[]
  >
  const allowed = expected[row.state] ?? ['rejected', 'blocked_by']
  if (!allowed.includes(known.status))
    throw new Violation(1, `${what} is ${row.state} on the device and ${known.status} on the server`)
  if (known.status !== 'applied' && (row.state === 'discarded') !== (known.resolvedAt !== null))
    throw new Violation(1, `${what} is ${row.state} on the device, and settled at ${known.resolvedAt} on the server`)
  if (!withoutEffect.includes(row.op.type)) {
    const times = row.op.type === 'closePackage' ? (row.op.args['itemIds'] as string[]).length : 1
    if (effects.length !== (known.status === 'applied' ? times : 0))
      throw new Violation(2, `${what} is ${known.status} and took effect ${effects.length} times`)
    if (effects.some(({ actorId }) => actorId !== row.op.actor))
      throw new Violation(10, `${what} took effect under another actor`)
  }
  if (row.state === 'applied') counts.applied++
  if (row.state === 'tray' || row.state === 'discarded') counts.refused++
  if (row.state === 'held') counts.held++
}

/** Nothing waits for what is decided: nobody would come to decide it (WAIT-3). */
function checkWaiting({ opId, type, status, code, causeOp }: LedgerRow, ledger: ServerState['ledger']): void {
  if (status !== 'held' || code !== 'SYNC_WAITS_FOR') return
  const cause = ledger.get(causeOp ?? '')
  if (cause !== undefined && cause.status !== 'held')
    throw new Violation(8, `${type} ${opId} waits for ${causeOp}, which is ${cause.status}`)
}

/** Applied operations of one device on one item or package were decided in the order in which they were captured (PUSH-6). */
function checkOrder(device: SimDevice, rows: readonly OpRow[], ledger: ReadonlyMap<string, LedgerRow>): void {
  const lanes = new Map<string, OpRow[]>()
  for (const row of rows.filter(({ state }) => state === 'applied').toSorted((a, b) => a.order - b.order)) {
    for (const thing of thingsOf(row)) lanes.set(thing, [...(lanes.get(thing) ?? []), row])
  }
  for (const [thing, lane] of lanes) {
    for (const [at, row] of lane.entries()) {
      const before = lane[at - 1]
      if (before === undefined) continue
      const [first, second] = [ledger.get(before.opId), ledger.get(row.opId)]
      if (first === undefined || second === undefined) continue
      if (BigInt(first.xid) > BigInt(second.xid))
        throw new Violation(3, `${device.name}: ${row.opId} was decided before ${before.opId} on ${thing}`)
    }
  }
}

/** Ids of items and packages that an operation is about. */
function thingsOf({ op, outcome }: OpRow): readonly string[] {
  if (op.type === 'futureThing') return []
  const { itemId, itemIds, packageId } = op.args
  const all = [
    outcome?.result?.['itemId'] ?? itemId,
    packageId,
    ...(Array.isArray(itemIds) ? (itemIds as unknown[]) : []),
  ]
  return [...new Set(all.filter((each) => typeof each === 'string'))]
}

/** At rest the copy equals the server, and what screens show equals both but for operations held on the server (BASE-6, VIEW-1). */
async function checkCopies(
  device: SimDevice,
  account: SimAccount,
  { items, packages, ledger }: ServerState,
): Promise<void> {
  // A device that nobody is signed in on takes a random operator; schedules differ in who signed in last.
  if (device.signedIn() === null) await device.signIn(device.random.pick(account.operators))
  // The tabs of a device share one copy; an audit pulls first.
  const [tab] = device.engines()
  const audit = await tab!.audit()
  if (audit !== 'equal') throw new Violation(5, `${device.name}: the copy differs from the server (${audit})`)
  const isHeld = ({ opId }: OpRow): boolean => ledger.get(opId)?.status === 'held'
  const undecided = (await tab!.operations('held')).filter(isHeld)
  const held = new Set(undecided.flatMap((row) => [...thingsOf(row), row.op.args['code']]))
  const place = device.signedIn()?.place
  const views = new Map((await tab!.view(items.map(({ id }) => id))).map(({ item }) => [item.id, item]))
  for (const row of items) {
    const view = views.get(row.id)
    // A store's copy has what is the store's.
    if (view === undefined && place?.type === 'store' && row.storeId !== place.storeId) continue
    if (view === undefined) throw new Violation(5, `${device.name} lacks item ${row.id}`)
    if ([view.id, view.code, view.buybackCode].some((key) => held.has(key))) continue
    const shown = [view.status, view.stockId, view.warehouseId, view.version]
    const stored = [row.status, row.stockId, row.warehouseId, row.version]
    if (shown.join() !== stored.join())
      throw new Violation(6, `${device.name} shows item ${row.id} as ${shown.join()}, the server has ${stored.join()}`)
    if (view.level === 'full' && ownFacts(view.facts) !== ownFacts(row.facts))
      throw new Violation(
        6,
        `${device.name} shows item ${row.id} with ${ownFacts(view.facts)}, the server has ${ownFacts(row.facts)}`,
      )
  }
  const boxes = new Map(packages.map((row) => [row.id, row]))
  for (const { row } of (await tab!.packages()) ?? []) {
    if ([row.id, ...row.itemIds].some((id) => held.has(id))) continue
    const stored = boxes.get(row.id)
    const [shown, known] = [row, stored].map((each) =>
      each === undefined ? 'none' : [each.status, each.version, each.number, ...each.itemIds].join(),
    )
    if (shown !== known)
      throw new Violation(6, `${device.name} shows package ${row.id} as ${shown}, the server has ${known}`)
  }
}

/** The facts that the floor writes, as a text. */
function ownFacts(facts: ItemFacts | null | undefined): string {
  return canonicalJson(factsOfFloor({ ...noFacts, ...facts }))
}

/** Every refused operation stands in the tray, once, with its reason; a blocked one names what blocked it (SETTLE-1, WAIT-1). */
async function checkTray(device: SimDevice, ops: ReadonlyMap<string, OpRow>): Promise<void> {
  const [tab] = device.engines()
  const entries = (await tab!.tray()).flatMap(({ cause, blocked }) => [cause, ...blocked])
  const refused = [...ops.values()].filter(({ state }) => state === 'tray')
  if (entries.length !== refused.length)
    throw new Violation(7, `${refused.length} refusals, ${entries.length} in the tray`)
  for (const { opId, outcome } of refused) {
    if (!entries.some((entry) => entry.opId === opId)) throw new Violation(7, `${opId} is missing from the tray`)
    if (outcome?.code == null) throw new Violation(7, `${opId} is refused without a reason`)
    if (outcome.status === 'blocked_by' && outcome.causeOp === null)
      throw new Violation(7, `${opId} is blocked by nothing`)
  }
}

/** Each step of an item's history starts where the one before ended, and the last ends where the item is. */
function checkChain({ id, status, stockId }: ItemStateRow, lines: readonly HistoryRow[], restores: number): void {
  if (lines.length === 0 || restores > 0) return
  const ends = new Map<string, number>()
  for (const { from, to, fromStock, toStock } of lines) {
    if (from === null) continue
    ends.set(`${from} ${fromStock}`, (ends.get(`${from} ${fromStock}`) ?? 0) - 1)
    ends.set(`${to} ${toStock}`, (ends.get(`${to} ${toStock}`) ?? 0) + 1)
  }
  const open = [...ends].filter(([, count]) => count !== 0)
  const isAt = `${status} ${stockId}`
  const closes =
    open.length === 0 || (open.length === 2 && open.every(([at, count]) => count === (at === isAt ? 1 : -1)))
  if (!closes) throw new Violation(2, `item ${id} is ${isAt}; its history says otherwise: ${JSON.stringify(lines)}`)
}
