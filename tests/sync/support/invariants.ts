import type pg from 'pg'
import type { OpRow } from '#web/local/outbox-database.ts'
import type { SimAccount } from './sim-account.ts'
import { orDeath, type SimDevice } from './sim-device.ts'
import type { SentRequest } from './sim-network.ts'
import type { ScheduleReport } from './schedule.ts'

/** A broken promise of the engine; `promise` is its number in the design's list. */
export class Violation extends Error {
  readonly promise: number

  constructor(promise: number, message: string) {
    super(`promise ${promise}: ${message}`)
    this.name = 'Violation'
    this.promise = promise
  }
}

/** Watches a schedule and judges its end. */
export interface Monitor {
  captured(device: SimDevice, opId: string, actor: string): void
  readonly onSend: (request: SentRequest) => void
  /** A person settled something, so that a view may step back. */
  touched(device: SimDevice): void
  forgotCopy(device: SimDevice): void
  backedUp(ledger: readonly string[]): void
  restored(ledger: readonly string[]): void
  /** Looks at the views of a device between steps: nothing confirmed may flicker away. */
  watch(device: SimDevice): Promise<void>
  judge(devices: readonly SimDevice[], owner: pg.Pool, crashes: number): Promise<ScheduleReport>
}

interface LedgerRow {
  readonly op_id: string
  readonly user_id: string
  readonly type: string
  readonly status: string
  readonly xid: string
  readonly resolved: boolean
  readonly effects: number
  readonly actors: string[] | null
}

interface ItemStateRow {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly stock_id: string | null
  readonly warehouse_id: string | null
  readonly last_op_id: string | null
  readonly steps: { from: string; to: string }[] | null
}

/** Creates the monitor of one schedule. */
export function createMonitor(account: SimAccount): Monitor {
  const captured: { device: SimDevice; opId: string; actor: string }[] = []
  const seen = new Map<string, number>()
  const restless = new Map<string, number>()
  let restores = 0

  function calm(device: SimDevice): void {
    for (const key of seen.keys()) if (key.startsWith(device.name)) seen.delete(key)
  }

  return {
    captured: (device, opId, actor) => void captured.push({ device, opId, actor }),
    onSend: () => undefined,
    touched: calm,
    forgotCopy: calm,
    backedUp: () => undefined,
    restored() {
      restores++
      seen.clear()
    },

    async watch(device) {
      if (!device.isRunning()) return
      const [tab] = device.engines()
      if (tab === undefined) return
      if (device.network.pushes.most > 1) throw new Violation(8, 'two drainers sent at the same time')
      const own = device.process()
      const refused = await orDeath(own, tab.operations('tray'))
      const views = await orDeath(own, tab.view(account.items.map(({ id }) => id)))
      const since = await orDeath(own, tab.operations('tray'))
      if (views === undefined || refused === undefined || since?.length !== refused.length) return
      // A refusal takes its effect out of the view, which may therefore step back.
      if (restless.get(device.name) !== refused.length) calm(device)
      restless.set(device.name, refused.length)
      for (const { item } of views) {
        const key = `${device.name} ${device.signedIn()?.userId} ${item.id}`
        const before = seen.get(key) ?? 0
        if (item.version < before)
          throw new Violation(6, `item ${item.id} stepped back from version ${before} to ${item.version}`)
        seen.set(key, item.version)
      }
    },

    async judge(devices, owner, crashes) {
      const ledger = new Map((await readLedgerRows(owner, account.accountId)).map((row) => [row.op_id, row]))
      const items = await readItems(owner, account.accountId)
      const counts = { applied: 0, refused: 0, held: 0 }
      for (const device of devices) {
        if (device.network.pushes.most > 1) throw new Violation(8, 'two drainers sent at the same time')
        const ops = await allOperations(device)
        for (const mine of captured.filter((each) => each.device === device)) judgeCaptured(mine, ops)
        for (const row of ops.values()) judgeOperation(row, ledger.get(row.opId), counts)
        judgeOrder(device, [...ops.values()], ledger)
        await judgeCopies(device, account, items)
        await judgeTray(device, ops)
      }
      for (const item of items) judgeChain(item, restores)
      return { captured: captured.length, crashes, ...counts }
    },
  }
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

function judgeCaptured(mine: { opId: string; actor: string }, ops: ReadonlyMap<string, OpRow>): void {
  const row = ops.get(mine.opId)
  if (row === undefined) throw new Violation(1, `captured operation ${mine.opId} is gone`)
  if (row.op.actor !== mine.actor) throw new Violation(10, `operation ${mine.opId} changed its actor`)
}

function judgeOperation(
  row: OpRow,
  known: LedgerRow | undefined,
  counts: { applied: number; refused: number; held: number },
): void {
  const what = `${row.op.type} ${row.opId}`
  if (row.state === 'pending') throw new Violation(8, `${what} never drained`)
  if (row.neverSent) return
  if (known === undefined) throw new Violation(1, `${what} is ${row.state} on the device and unknown to the server`)
  if (known.user_id !== row.op.actor) throw new Violation(10, `${what} stands under another user in the ledger`)
  const expected = { applied: ['applied'], held: ['held'], tray: ['rejected', 'blocked_by'] } as Record<
    string,
    string[]
  >
  const allowed = expected[row.state] ?? ['rejected', 'blocked_by', 'held']
  if (!allowed.includes(known.status))
    throw new Violation(1, `${what} is ${row.state} on the device and ${known.status} on the server`)
  const hasEffect = row.op.type === 'checkInItem' || row.op.type === 'undoCheckIn'
  if (hasEffect && known.effects !== (known.status === 'applied' ? 1 : 0))
    throw new Violation(2, `${what} is ${known.status} and took effect ${known.effects} times`)
  if (hasEffect && known.actors?.some((actor) => actor !== row.op.actor))
    throw new Violation(10, `${what} took effect under another actor`)
  if (row.state === 'applied') counts.applied++
  if (row.state === 'tray' || row.state === 'discarded') counts.refused++
  if (row.state === 'held') counts.held++
}

/** Applied operations of one device on one item were decided in the order in which they were captured. */
function judgeOrder(device: SimDevice, rows: readonly OpRow[], ledger: ReadonlyMap<string, LedgerRow>): void {
  const lanes = new Map<string, OpRow[]>()
  for (const row of rows.filter(({ state }) => state === 'applied').toSorted((a, b) => a.order - b.order)) {
    const itemId = itemOf(row)
    if (itemId !== null) lanes.set(itemId, [...(lanes.get(itemId) ?? []), row])
  }
  for (const [itemId, lane] of lanes) {
    for (const [at, row] of lane.entries()) {
      const before = lane[at - 1]
      if (before === undefined) continue
      const [first, second] = [ledger.get(before.opId), ledger.get(row.opId)]
      if (first === undefined || second === undefined) continue
      if (BigInt(first.xid) > BigInt(second.xid))
        throw new Violation(3, `${device.name}: ${row.opId} was decided before ${before.opId} on item ${itemId}`)
    }
  }
}

function itemOf({ op, outcome }: OpRow): string | null {
  const id = outcome?.result?.['itemId'] ?? op.args['itemId']
  return op.type !== 'futureThing' && typeof id === 'string' ? id : null
}

/** At rest the copy equals the server, and what screens show equals both but for operations held on the server. */
async function judgeCopies(device: SimDevice, account: SimAccount, items: readonly ItemStateRow[]): Promise<void> {
  // Whoever signed in last; the schedules differ in that.
  if (device.signedIn() === null) await device.signIn(device.random.pick(account.operators))
  // The tabs of a device share one copy; an audit pulls first.
  const [tab] = device.engines()
  const audit = await tab!.audit()
  if (audit !== 'equal') throw new Violation(5, `${device.name}: the copy differs from the server (${audit})`)
  const held = new Set((await tab!.operations('held')).flatMap(({ op }) => [op.args['itemId'], op.args['code']]))
  const views = new Map((await tab!.view(items.map(({ id }) => id))).map(({ item }) => [item.id, item]))
  for (const row of items) {
    const view = views.get(row.id)
    if (view === undefined) throw new Violation(5, `${device.name} lacks item ${row.id}`)
    if ([view.id, view.code, view.buybackCode].some((key) => held.has(key))) continue
    const shown = [view.status, view.stockId, view.warehouseId, view.version]
    const stored = [row.status, row.stock_id, row.warehouse_id, row.version]
    if (shown.join() !== stored.join())
      throw new Violation(6, `${device.name} shows item ${row.id} as ${shown.join()}, the server has ${stored.join()}`)
  }
}

/** Every refused operation stands in the tray, once, with its reason; a blocked one names what blocked it. */
async function judgeTray(device: SimDevice, ops: ReadonlyMap<string, OpRow>): Promise<void> {
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
function judgeChain({ id, status, steps }: ItemStateRow, restores: number): void {
  if (steps === null || restores > 0) return
  const ends = new Map<string, number>()
  for (const { from, to } of steps) {
    ends.set(from, (ends.get(from) ?? 0) - 1)
    ends.set(to, (ends.get(to) ?? 0) + 1)
  }
  const open = [...ends].filter(([, count]) => count !== 0)
  const closes =
    open.length === 0 || (open.length === 2 && open.every(([at, count]) => count === (at === status ? 1 : -1)))
  if (!closes) throw new Violation(2, `item ${id} is ${status}; its history says otherwise: ${JSON.stringify(steps)}`)
}

async function readLedgerRows(owner: pg.Pool, accountId: string): Promise<readonly LedgerRow[]> {
  return system<LedgerRow>(
    owner,
    `select o.op_id, o.user_id, o.type, o.status, o.xid::text, o.resolved_at is not null as resolved,
      count(h.id)::int as effects, array_agg(h.actor_id) filter (where h.id is not null) as actors
    from sync_op o left join item_history h on h.account_id = o.account_id and h.op_id = o.op_id
      and h.action in ('check_in', 'undo_check_in')
    where o.account_id = '${accountId}' group by o.account_id, o.op_id`,
  )
}

async function readItems(owner: pg.Pool, accountId: string): Promise<readonly ItemStateRow[]> {
  return system<ItemStateRow>(
    owner,
    `select i.id, i.status, i.version, i.stock_id, i.warehouse_id, i.last_op_id,
      (select json_agg(json_build_object('from', h.from_status, 'to', h.to_status) order by h.server_at, h.id)
        from item_history h where h.account_id = i.account_id and h.item_id = i.id and h.from_status is not null) as steps
    from item i where i.account_id = '${accountId}'`,
  )
}

async function system<T extends pg.QueryResultRow>(owner: pg.Pool, text: string): Promise<readonly T[]> {
  const results = (await owner.query(
    `begin; set local app.system = 'on'; ${text}; commit`,
  )) as unknown as pg.QueryResult<T>[]
  return results[2]!.rows
}
