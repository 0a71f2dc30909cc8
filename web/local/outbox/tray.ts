import { typeHolds } from '#domain/access/permission.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { newestArgs, operations, readyOperation } from '#sync/operations/registry.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { mayResolve, settleRefusal } from '#sync/operations/attention/settle-refusal.ts'
import { authorOf, type OperationDefinition } from '#sync/operations/define-operation.ts'
import { readArgs } from '#sync/operations/read-args.ts'
import { stateOf } from '#sync/replica/outbox-state.ts'
import { viewItems, type ItemView } from '#web/local/copy/base-view.ts'
import { capture, judge, needsAround, type CaptureInput, type Captured } from './capture.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import { readAround } from '#web/local/copy/replay-input.ts'
import { distinctInRound } from './lines.ts'
import type { Author, OpRow } from './outbox-database.ts'
import type { Outbox } from './outbox.ts'
import { blocksOf, isNumberRefused, numberFor, numbersKey } from './number-blocks.ts'
import { isRoundEndReleased, blockedRounds } from './rounds.ts'
import { decryptReadable } from '#web/local/device/work-encryption.ts'
import type { CounterRecords, SaleNeeds } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** Reads what sales are judged by; undefined where the device has no catalog. */
export type RecordsFor = (sales: readonly SaleNeeds[], items: readonly ItemRow[]) => Promise<CounterRecords | undefined>

/** A refused operation that a person must look at. */
export interface TrayEntry {
  readonly opId: string
  readonly type: string
  readonly author: Author
  readonly capturedAtMs: number
  /** Why it was refused; `ROUND_END_DUE`: the refusals that held this end up are settled, and it waits for a person. */
  readonly code: string
  /** The operation whose refusal is behind it. */
  readonly causeOp: string | null
  readonly args: Readonly<Record<string, unknown>>
  /** The code that was scanned, else that of the item where the device knows it. */
  readonly itemCode: string | null
  readonly roundId: string | null
  /** The item as it is now, with what is still on its way; null where the device does not know it. */
  readonly present: ItemView | null
  /** The server never took it; it is settled on this device alone. */
  readonly neverSent: boolean
  /** Distinct products of a round whose end is due, as its scans stand now; null for everything else. */
  readonly distinctNow: number | null
}

/** A refusal with those that fell with it. */
export interface TrayGroup {
  readonly cause: TrayEntry
  readonly blocked: readonly TrayEntry[]
}

/** Why a refusal could not be settled. */
export type ResolveResult =
  | { readonly ok: true; readonly opIds: readonly string[] }
  | { readonly ok: false; readonly code: string }

/** The needs-attention tray of an account, grouped by cause, oldest first. */
export async function readTray(outbox: Outbox, copy: CopyStore, accountId?: string): Promise<TrayGroup[]> {
  const all = await outbox.inState('tray')
  const rows = accountId === undefined ? all : all.filter((row) => row.accountId === accountId)
  const ids = rows.flatMap((row) => itemIdOf(row) ?? [])
  const codes = rows.flatMap((row) => codeOf(row) ?? [])
  const views = ids.length + codes.length === 0 ? [] : await viewItems(copy, outbox, ids, codes)
  const byOp = new Map(rows.map((row) => [row.opId, row]))
  const heldUp = blockedRounds(rows)
  const groups = new Map<string, { cause: TrayEntry; blocked: TrayEntry[] }>()
  const due = await countDue(outbox, rows, heldUp)
  for (const row of rows) {
    const rootId = rootOf(row, byOp)
    const group = groups.get(rootId) ?? { cause: asEntry(byOp.get(rootId)!, views, due), blocked: [] }
    if (rootId !== row.opId) group.blocked.push(asEntry(row, views, due))
    groups.set(rootId, group)
  }
  return [...groups.values()]
}

/** The ends of rounds that nothing holds up any more, with the distinct products of each. */
async function countDue(
  outbox: Outbox,
  rows: readonly OpRow[],
  heldUp: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const due = rows.filter((row) => row.op.type === endCheckInRound.type && isRoundEndReleased(row, heldUp))
  const counts = await Promise.all(due.map(({ roundId }) => distinctInRound(outbox, roundId ?? '')))
  return new Map(due.map(({ opId }, at) => [opId, counts[at] ?? 0]))
}

function rootOf(row: OpRow, byOp: ReadonlyMap<string, OpRow>): string {
  let at = row
  for (let depth = 0; depth < 1000; depth++) {
    const cause = at.outcome?.causeOp == null ? undefined : byOp.get(at.outcome.causeOp)
    if (cause === undefined || cause === at || cause === row) break
    at = cause
  }
  return at.opId
}

function asEntry(row: OpRow, views: readonly ItemView[], due: ReadonlyMap<string, number>): TrayEntry {
  const { opId, op, author, capturedAtMs, outcome, roundId, neverSent } = row
  const [id, code] = [itemIdOf(row), codeOf(row)]
  const byCode = ({ item }: ItemView) => code !== null && [item.code, item.buybackCode, item.imei].includes(code)
  const present = views.find(({ item }) => item.id === id) ?? views.find(byCode) ?? null
  return {
    opId,
    type: op.type,
    author,
    capturedAtMs,
    code: due.has(opId) ? 'ROUND_END_DUE' : (outcome?.code ?? 'SYNC_NEEDS_A_PERSON'),
    causeOp: outcome?.causeOp ?? null,
    args: newestArgs(op),
    itemCode: code ?? present?.item.code ?? null,
    roundId,
    present,
    neverSent,
    distinctNow: due.get(opId) ?? null,
  }
}

/**
 * Whether the signed-in user may resolve an operation of an author. The rule of the resolution itself, asked before it
 * is captured: a refused resolution would return to the tray.
 */
export function mayResolveFor(person: Author | null, author: Author): boolean {
  return person !== null && person.accountId === author.accountId && mayResolve(person, authorOf(author))
}

function itemIdOf({ op, outcome }: OpRow): string | null {
  const id = newestArgs(op)['itemId'] ?? outcome?.result?.['itemId']
  return typeof id === 'string' ? id : null
}

function codeOf({ op }: OpRow): string | null {
  const { code } = newestArgs(op)
  return typeof code === 'string' ? code : null
}

/** Drops refused operations with a reason, which stays in the server's ledger; those that are others' to settle stay. */
export async function discardRefused(
  outbox: Outbox,
  author: Author,
  opIds: readonly string[],
  reason: string,
  nowMs: number,
): Promise<ResolveResult> {
  return outbox.writing(async (open) => {
    const settled: string[] = []
    let isOthers = false
    for (const opId of opIds) {
      const row = await open.ops.get(opId)
      // What this device never had comes from the server's list of held ones, and the server judges it.
      const isElsewhere = row === undefined && typeHolds(author.userType, 'stock.manage')
      if (!isElsewhere && row?.state !== 'tray' && row?.state !== 'held') continue
      if (row !== undefined && !mayResolveFor(author, row.author)) {
        isOthers = true
        continue
      }
      if (row?.neverSent) {
        const state = stateOf(row.outcome, true)
        await open.ops.put({ ...row, settledBy: opId, resolution: 'discarded', settleReason: reason, state })
        settled.push(opId)
        continue
      }
      const args = readArgs(settleRefusal, { targetOpId: opId, resolution: 'discarded', reason })
      if (!args.ok) return { ok: false, code: args.error }
      await capture(
        open,
        { definition: settleRefusal, args: args.value, author, base: null, opId: outbox.newId(), lineId: '', nowMs },
        outbox.newId,
      )
      settled.push(opId)
    }
    if (settled.length > 0) return { ok: true, opIds: settled }
    return { ok: false, code: isOthers ? 'REFUSAL_NOT_YOURS' : 'REFUSAL_UNKNOWN' }
  })
}

/** What the end of a round says of its scans, as they stand now that refused ones of them are settled. */
async function countedNow(outbox: Outbox, { op, roundId }: OpRow): Promise<{ readonly distinctCount?: number }> {
  if (op.type !== endCheckInRound.type || roundId === null) return {}
  return { distinctCount: await distinctInRound(outbox, roundId) }
}

/** The number that a closing goes with again where its own was refused; null where none is left. */
async function numberedAnew(
  outbox: Outbox,
  row: OpRow,
  { accountId }: Author,
): Promise<{ readonly number?: string } | null> {
  const packageId = newestArgs(row.op)['packageId']
  if (!isNumberRefused(row) || typeof packageId !== 'string') return {}
  const blocks = blocksOf(await outbox.readMeta(numbersKey(accountId)))
  const number = numberFor(packageId, blocks, await outbox.byKeys([`package:${packageId}`]))
  return number === null ? null : { number }
}

/** What another try of a refused action starts from. */
type Retry = Pick<
  CaptureInput<unknown>,
  'definition' | 'args' | 'author' | 'base' | 'counter' | 'nowMs' | 'capturedAtMs'
>

/** What a device has and knows when it tries again. */
export interface RetryContext {
  readonly outbox: Outbox
  readonly copy: CopyStore
  readonly author: Author
  readonly nowMs: number
  readonly recordsFor: RecordsFor
}

/** How an action is tried again. */
export interface RetryOptions {
  /**
   * The person has seen what its item is now, and decides on that: the arguments that say what was seen say so. Left out,
   * it goes as it was captured, and what has changed since refuses it again.
   */
  readonly rereads?: boolean
  /** It keeps the moment of its capture, for its history and the time worked; left out, it has that of the try. */
  readonly keepsMoment?: boolean
}

/** The arguments of another try, by what the device knows now, and the rows that it is judged by. */
async function readRetry(
  { outbox, copy, author, nowMs, recordsFor }: RetryContext,
  opId: string,
  newArgs: Readonly<Record<string, unknown>> | undefined,
  { rereads = false, keepsMoment = false }: RetryOptions,
): Promise<Result<Retry, string>> {
  const [row] = (await decryptReadable(outbox, await outbox.byIds([opId]))).rows
  if (row === undefined || row.state !== 'tray') return fail('REFUSAL_UNKNOWN')
  if (!mayResolveFor(author, row.author)) return fail('REFUSAL_NOT_YOURS')
  const ready = readyOperation(row.op)
  const definition = operations.get(row.op.type) as OperationDefinition | undefined
  if (!ready.ok) return ready
  if (definition === undefined) return fail('SYNC_UNKNOWN_OPERATION')
  const counted = await countedNow(outbox, row)
  const numbered = await numberedAnew(outbox, row, author)
  if (numbered === null) return fail('PACKAGE_NUMBER_NOT_RESERVED')
  const former = ready.value.args
  const reread = rereads ? await rereadArgs(definition, former, outbox, copy) : {}
  const args = readArgs(definition, { ...(former as object), ...reread, ...newArgs, ...counted, ...numbered })
  if (!args.ok) return args
  const needs = definition.needs(args.value)
  const question = { ids: needs.itemIds, codes: needs.codes, packageIds: needs.packageIds ?? [] }
  const read = await readAround(copy.read, outbox.byKeys, question)
  // The copy may still be that of an account before.
  const base = read?.info.scope.accountId === author.accountId ? read : null
  const sales = needs.sales ?? []
  const counter = sales.length === 0 || base === null ? undefined : await recordsFor(sales, base.items)
  const capturedAtMs = keepsMoment ? Date.parse(row.op.capturedAt) : nowMs
  return succeed({ definition, args: args.value, author, base, counter, nowMs, capturedAtMs })
}

/** The arguments that the operation changes by what its item is now on this device. */
async function rereadArgs(
  definition: OperationDefinition,
  former: unknown,
  outbox: Outbox,
  copy: CopyStore,
): Promise<object> {
  const [itemId] = definition.retried === undefined ? [] : definition.needs(former).itemIds
  const [present] = itemId === undefined ? [] : await viewItems(copy, outbox, [itemId], [])
  return (present === undefined ? undefined : definition.retried?.(former, present.item)) ?? {}
}

/** The code for which this device would not capture a refused action again for a person; null where it would. */
export async function judgeRetry(context: RetryContext, opId: string): Promise<string | null> {
  const { outbox } = context
  const retry = await readRetry(context, opId, undefined, { rereads: true })
  if (!retry.ok) return retry.error
  const ids = { opId: outbox.newId(), lineId: outbox.newId() }
  const judged = await outbox.writing((open) => judge(open, { ...retry.value, ...ids }, outbox.newId))
  return judged === needsAround ? 'SYNC_NEEDS_A_PERSON' : (judged.tried.refusal?.code ?? null)
}

/** Captures a refused action again, with other arguments where given, and settles the refused one as replaced. */
export async function retryRefused(
  context: RetryContext,
  opId: string,
  newArgs?: Readonly<Record<string, unknown>>,
  options: RetryOptions = {},
): Promise<Captured | { readonly captured: false; readonly code: string }> {
  const { outbox, author, nowMs } = context
  const retry = await readRetry(context, opId, newArgs, options)
  if (!retry.ok) return { captured: false, code: retry.error }
  const ids = { opId: outbox.newId(), lineId: outbox.newId() }
  return outbox.writing(async (open) => {
    const [present, again] = await open.ops.bulkGet([opId, ids.opId])
    // Another tab has settled it in the meantime. What this one has captured already is only stored once more.
    const isOpen = present?.state === 'tray'
    if (!isOpen && again === undefined) return { captured: false, code: 'REFUSAL_UNKNOWN' }
    const captured = await capture(open, { ...retry.value, ...ids }, outbox.newId)
    if (captured === needsAround) return { captured: false, code: 'SYNC_NEEDS_A_PERSON' }
    if (!captured.captured) return captured
    if (!isOpen) return captured
    const reason = captured.opId
    if (!present.neverSent) {
      const resolved = { targetOpId: opId, resolution: 'replaced' as const, reason }
      await capture(
        open,
        { definition: settleRefusal, args: resolved, author, base: null, opId: outbox.newId(), lineId: '', nowMs },
        outbox.newId,
      )
    } else
      await open.ops.put({
        ...present,
        settledBy: reason,
        resolution: 'replaced',
        settleReason: reason,
        state: 'discarded',
      })
    await open.lines
      .where('opId')
      .equals(opId)
      .modify({ opId: captured.opId, refusedCode: null, verdict: captured.verdict })
    return captured
  })
}
