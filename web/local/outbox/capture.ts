import { typeHolds } from '#domain/access/permission.ts'
import { earlierKeys, laneKeys } from '#sync/replica/lanes.ts'
import { replay } from '#sync/replica/replay.ts'
import { stateOf, undecided } from '#sync/replica/outbox-state.ts'
import { itemOf, roundOf } from '#sync/operations/round-of.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import { settleRefusal } from '#sync/operations/attention/settle-refusal.ts'
import type { MemoryRecords, Writes } from '#sync/memory-records.ts'
import { authorOf, type OperationDefinition, type Refusal } from '#sync/operations/define-operation.ts'
import type { CounterRecords, RoundRow } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { actorOf, asReplayed, productsOf } from '#web/local/copy/base-view.ts'
import type { CopyRead } from '#web/local/copy/copy-store.ts'
import { predictedBy } from './outcome-mismatch.ts'
import { touchedWithPackages, type ReplayInput } from '#web/local/copy/replay-input.ts'
import { buybackNumbersKey, isFree, takeNumbers } from '#web/local/counter/buyback-numbers.ts'
import { isSaleOf } from '#web/local/counter/captured-sale.ts'
import { createSequences, type Sequences } from './sequences.ts'
import { opsByKeys, readDeviceId } from './outbox.ts'
import { placeAmong } from './place-among.ts'
import { lineRow, type LineInput, type LineOutcome } from './write-line.ts'
import { allNumbers, blocksForCapture, blocksOf, numbersKey, takeNumber } from './number-blocks.ts'
import { inSignedOutWork, signedOutAmong } from '#web/local/device/signed-out-work.ts'
import { productRows } from '#web/local/device/seen-products.ts'
import { ownerOf, queueOf, seenProductsKey } from './outbox-database.ts'
import type { Author, LineRow, OpRow, OutboxDatabase } from './outbox-database.ts'

/** One action to capture, with the confirmed rows that it starts from (null where the device has no copy). */
export interface CaptureInput<Args> {
  readonly definition: OperationDefinition<Args>
  readonly args: Args
  readonly author: Author
  readonly base: CopyRead | ReplayInput | null
  readonly opId: string
  readonly lineId: string
  /** The id was made for this capture, so that no line has it yet. */
  readonly isNewLine?: boolean
  readonly nowMs: number
  /** The moment that it keeps of an earlier capture; left out, it is now. */
  readonly capturedAtMs?: number | undefined
  readonly line?: LineInput
  readonly dependsOn?: readonly string[]
  /** What a sale is judged by. */
  readonly counter?: CounterRecords | undefined
}

/**
 * What became of a captured action. `unverified`: the device could not judge it, and the server will. A refused one was
 * not captured as an operation; its line says why. `sealedBy` names the user who has signed out with unsent work that
 * it follows; the line's details keep the name.
 */
export type Captured =
  | {
      readonly captured: true
      readonly opId: string
      readonly verdict: 'applied' | 'unverified'
      readonly result: Readonly<Record<string, unknown>> | null
      /** The items as they stand after it. */
      readonly items: readonly ItemRow[]
      readonly lineId: string | null
      readonly sealedBy?: string
    }
  | {
      readonly captured: false
      readonly code: string
      readonly causeOp: string | null
      readonly items: readonly ItemRow[]
      readonly lineId: string | null
      readonly sealedBy?: string
    }

/**
 * A capture whose item lies in a package that the device has touched: it needs the rows of that package too
 * (`readAround`), and has written nothing.
 */
export const needsAround = 'needs around'

/** Refusals that only say that the device does not know the item; the server may. */
const unknownHere = ['ITEM_UNKNOWN', 'ITEM_CODE_AMBIGUOUS']
/** Refusals for want of a fact: of an item that is known by its codes alone they say no more than those above. */
const factMissing = ['QUARANTINE_LABEL_MISSING']

/**
 * Captures an action inside a transaction of the outbox: runs it locally, numbers it, appends it. Requests that do not
 * wait for each other go together, because each is a trip to another process.
 */
export async function capture<Args>(
  open: OutboxDatabase,
  input: CaptureInput<Args>,
  newId: () => string,
): Promise<Captured | typeof needsAround> {
  const judged = await judge(open, input, newId)
  if (judged === needsAround) return needsAround
  const { definition, args, author, opId, nowMs } = input
  const { again, counters, knownLine, lanes, op, queue, tried, sealedBy } = judged
  const items = input.base?.items ?? []
  const sequences = createSequences(counters)
  const { refusal, verdict, result, basedOn } = tried
  const outcome: LineOutcome =
    refusal === null
      ? { opId, refusedCode: null, verdict }
      : { opId: null, refusedCode: refusal.code, verdict: 'refused' }
  const line = lineOf(input, knownLine, sequences, outcome, sealedBy)
  const writes = tried.writes ?? resolutionOf(definition.type, args)
  const written: PromiseLike<unknown>[] = line === null ? [] : [open.lines.put(line)]
  if (refusal === null) {
    const seq = again?.seq ?? sequences.next(`seq:${queue}`)
    const order = again?.order ?? sequences.next('order')
    const roundId = (args as { roundId?: string }).roundId ?? roundOf(op) ?? null
    const made = (writes?.sales ?? []).length > 0 ? tried.items : undefined
    const keys = laneKeys(lanes, [...items, ...(made ?? [])])
    const told = verdict === 'applied' ? predictedBy(definition.confirmedFields, result) : undefined
    const row = {
      ...newRow({ ...op, seq, basedOn }, queue, order, keys, author, roundId, writes, nowMs),
      ...(made !== undefined && { made }),
      ...(told !== undefined && { told }),
    }
    written.push(open.ops.put(row), writeBeside(open, author, opId, writes))
    const { number } = args as { readonly number?: unknown }
    if (definition.type === closePackage.type && typeof number === 'string')
      written.push(takeNumber(open, author.accountId, number))
    const given = (writes?.sales ?? []).flatMap((sale) => (sale.kind === 'sale' ? sale.contracts : []))
    const givenNumbers = given.map((contract) => contract.number)
    if (given.length > 0) written.push(takeNumbers(open, author.accountId, givenNumbers))
  }
  written.push(open.counters.bulkPut(sequences.drawn()))
  await Promise.all(written)
  const told = { items: tried.items, lineId: line?.id ?? null, ...(sealedBy !== undefined && { sealedBy }) }
  if (refusal !== null) return { captured: false, code: refusal.code, causeOp: refusal.causeOp ?? null, ...told }
  return { captured: true, opId, verdict, result, ...told }
}

/**
 * Runs an action locally inside a transaction of the outbox, as its capture would, and writes nothing; `tried.refusal`
 * says why it would not be captured.
 */
export async function judge<Args>(open: OutboxDatabase, input: CaptureInput<Args>, newId: () => string) {
  const { definition, args, author, base, opId, lineId, nowMs, capturedAtMs = nowMs } = input
  const lanes = [...new Set(definition.lanes(args))]
  const items = base?.items ?? []
  const ownKeys = earlierKeys(lanes, items)
  const around = base !== null && 'keys' in base ? base.keys : []
  const [again, found, deviceId, counters, knownLine] = await Promise.all([
    open.ops.get(opId),
    opsByKeys(open, [...new Set([...ownKeys, ...around])]),
    readDeviceId(open, newId),
    open.counters.toArray(),
    input.line === undefined || input.isNewLine === true ? undefined : open.lines.get(lineId),
  ])
  const earlier = found.filter((row) => row.accountId === author.accountId && row.opId !== opId)
  if (base !== null && !('keys' in base) && touchedWithPackages(earlier, base.info).packageIds.length > 0)
    return needsAround
  const queue = queueOf(deviceId, ownerOf(author))
  const op: Operation = {
    opId,
    deviceId,
    seq: 0,
    type: definition.type,
    v: definition.v,
    args: args as Record<string, unknown>,
    actor: author.userId,
    module: author.module,
    basedOn: 0,
    ...placeAmong({ type: definition.type, lanes, keys: ownKeys, queue, named: input.dependsOn ?? [], nowMs }, earlier),
    capturedAt: new Date(capturedAtMs).toISOString(),
  }
  const signedOut = await signedOutAmong(open, earlier, ownKeys, author)
  const tried = await tryBeside(open, input, op, { earlier, again }, signedOut)
  const sealedBy = signedOut.at(-1)?.author.name
  return { again, counters, knownLine, lanes, op, queue, tried, sealedBy }
}

/** A resolution counts on the device at once, also where no copy is there to run it over. */
function resolutionOf(type: string, args: unknown): Writes | null {
  if (type !== settleRefusal.type) return null
  const { targetOpId, resolution, reason } = settleRefusal.schema.parse(args)
  return { items: [], rounds: [], resolutions: [{ opId: targetOpId, resolution, reason }] }
}

interface Tried {
  readonly refusal: Refusal | null
  readonly verdict: 'applied' | 'unverified'
  readonly result: Readonly<Record<string, unknown>> | null
  readonly items: readonly ItemRow[]
  readonly basedOn: number
  readonly writes: Writes | null
}

/** What the outbox has of the lanes of an action, and of the action itself where its capture is run again. */
interface Stored {
  readonly earlier: readonly OpRow[]
  readonly again: OpRow | undefined
}

/** Tries it over everything earlier; a refusal that falls away without the signed-out work of others is theirs. */
async function tryBeside<Args>(
  open: OutboxDatabase,
  input: CaptureInput<Args>,
  op: Operation,
  stored: Stored,
  signedOut: readonly OpRow[],
): Promise<Tried> {
  const tried = await tryLocally(open, input, op, stored)
  if (tried.refusal === null || signedOut.length === 0) return tried
  const own = stored.earlier.filter((row) => !signedOut.includes(row))
  const alone = await tryLocally(open, input, op, { ...stored, earlier: own })
  return alone.refusal === null ? { ...tried, refusal: { code: inSignedOutWork } } : tried
}

async function tryLocally<Args>(
  open: OutboxDatabase,
  { definition, args, author, base, nowMs, capturedAtMs = nowMs, counter }: CaptureInput<Args>,
  op: Operation,
  stored: Stored,
): Promise<Tried> {
  const unverified: Tried = { refusal: null, verdict: 'unverified', result: null, items: [], basedOn: 0, writes: null }
  if (!typeHolds(author.userType, definition.permission)) {
    return { ...unverified, refusal: { code: 'SYNC_PERMISSION_MISSING' } }
  }
  // A sale draws its numbers while it is judged: unjudged, the next one would be given the same.
  if (base === null && (definition.needs(args).sales ?? []).length > 0)
    return { ...unverified, refusal: { code: 'COUNTER_CATALOG_MISSING' } }
  if (base === null) return unverified
  const records = await loadRecords(open, definition, args, base, stored, counter)
  const needed = definition.needs(args)
  const seen = [...needed.itemIds, ...needed.codes.flatMap((code) => records.itemsByCode(code).map(({ id }) => id))]
  const itemsNow = () => [...new Set(seen)].flatMap((id) => records.item(id) ?? [])
  const basedOn = itemsNow()[0]?.version ?? 0
  const applied = definition.apply(records, { ...op, basedOn }, args, { actor: actorOf(author), atMs: capturedAtMs })
  if (applied.ok) {
    const writes = records.takeWrites()
    return { refusal: null, verdict: 'applied', result: applied.value, items: itemsNow(), basedOn, writes }
  }
  const { code } = applied.error
  if (unknownHere.includes(code)) return { ...unverified, basedOn }
  if (factMissing.includes(code) && itemsNow().some(({ level }) => level === 'slim')) return { ...unverified, basedOn }
  return { ...unverified, refusal: applied.error, items: itemsNow(), basedOn }
}

async function loadRecords<Args>(
  open: OutboxDatabase,
  definition: OperationDefinition<Args>,
  args: Args,
  { info, items, packages = [] }: CopyRead | ReplayInput,
  { earlier, again }: Stored,
  counter: CounterRecords | undefined,
): Promise<MemoryRecords> {
  const needs = definition.needs(args)
  const productIds = [...productsOf(earlier), ...(needs.productIds ?? [])]
  const closes = (needs.packageNumbers ?? []).length > 0
  const [others, foundRounds, refused, seen, numbers] = await Promise.all([
    needs.opIds.length === 0 ? [] : open.ops.bulkGet([...needs.opIds]),
    needs.roundIds.length === 0 ? [] : open.rounds.bulkGet([...needs.roundIds]),
    Promise.all(needs.roundIds.map((id) => open.ops.where('[roundId+state]').equals([id, 'tray']).sortBy('order'))),
    productIds.length === 0 ? undefined : open.meta.get(seenProductsKey),
    closes ? open.meta.get(numbersKey(info.scope.accountId)) : undefined,
  ])
  const products = productRows(seen?.value, productIds)
  // The same of a round's end: it is no end before this one.
  const rounds = foundRounds.flatMap((round) =>
    round === undefined
      ? []
      : round.endOpId !== null && round.endOpId === again?.opId
        ? { ...round, endedAtMs: null }
        : round,
  )
  const outcomes = others.flatMap((row) => row?.outcome ?? [])
  const authors = others.flatMap((row) => (row === undefined ? [] : [[row.opId, authorOf(row.author)] as const]))
  const refusedByRound = new Map(needs.roundIds.map((id, at) => [id, refusedInRound(id, refused[at] ?? [])]))
  const records = replay(
    {
      config: info.config,
      items,
      packages,
      packageBlocks: allNumbers,
      products,
      outcomes,
      authors,
      rounds,
      refusedByRound,
      refusedByItem: refusedOf(earlier, needs.refusedItemIds ?? []),
    },
    earlier.map((row) => asReplayed(row, info)),
  )
  // What was stored before its transaction's end came through has taken its numbers already.
  const former = again === undefined ? earlier : [...earlier, again]
  if (counter !== undefined) {
    const left = blocksOf((await open.meta.get(buybackNumbersKey(info.scope.accountId)))?.value)
    return {
      ...records,
      counter: {
        ...counter,
        mayGive: (number) => isFree(number, left, former),
        isSold: (cartId) => earlier.some((row) => isSaleOf(cartId, row)),
      },
    }
  }
  return closes ? { ...records, packageBlocks: blocksForCapture(args, blocksOf(numbers?.value), former) } : records
}

/** The operations of the tray that act on these items, in order of capture. */
function refusedOf(earlier: readonly OpRow[], itemIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const tray = earlier.filter(({ state }) => state === 'tray').toSorted((a, b) => a.order - b.order)
  return new Map(itemIds.map((id) => [id, tray.filter(({ op }) => itemOf(op) === id).map(({ opId }) => opId)]))
}

/** The refused ones that hold a round up: its end, refused itself, is none of them. */
function refusedInRound(roundId: string, rows: readonly OpRow[]): readonly string[] {
  return rows.filter(({ op }) => roundOf(op) === roundId).map(({ opId }) => opId)
}

function newRow(
  op: Operation,
  queue: string,
  order: number,
  keys: readonly string[],
  author: Author,
  roundId: string | null,
  writes: Writes | null,
  nowMs: number,
): OpRow {
  return {
    opId: op.opId,
    queue,
    seq: op.seq,
    order,
    lanes: keys,
    state: 'pending',
    op,
    author,
    accountId: author.accountId,
    outcome: null,
    decidedNo: undecided,
    wasHeld: false,
    capturedAtMs: nowMs,
    firstPushedAtMs: null,
    decidedAtMs: null,
    roundId,
    settles: writes?.resolutions[0]?.opId ?? null,
    settledBy: null,
    resolution: null,
    settleReason: null,
    neverSent: false,
  }
}

/** Writes what the operation says about rounds and refusals, which the device keeps beside its operations. */
async function writeBeside(open: OutboxDatabase, author: Author, opId: string, writes: Writes | null): Promise<void> {
  for (const round of writes?.rounds ?? []) await endRound(open, author, opId, round)
  for (const { opId: targetId, resolution, reason } of writes?.resolutions ?? []) {
    const target = await open.ops.get(targetId)
    if (target === undefined) continue
    const state = stateOf(target.outcome, true)
    await open.ops.put({ ...target, settledBy: opId, resolution, settleReason: reason, state })
  }
}

async function endRound(open: OutboxDatabase, author: Author, opId: string, round: RoundRow): Promise<void> {
  const before = await open.rounds.get(round.id)
  const startedAtMs = before?.startedAtMs ?? round.endedAtMs ?? 0
  await open.rounds.put({ ...round, accountId: author.accountId, startedAtMs, endOpId: opId })
}

function lineOf<Args>(
  { line, lineId, author, nowMs }: CaptureInput<Args>,
  known: LineRow | undefined,
  sequences: Sequences,
  outcome: LineOutcome,
  sealedBy: string | undefined,
): LineRow | null {
  if (line === undefined || (line.staysIfRefused && outcome.opId === null)) return null
  const told = sealedBy === undefined ? line : { ...line, details: { ...line.details, sealedBy } }
  return lineRow(told, lineId, known?.order ?? sequences.next('line'), author.userId, nowMs, outcome)
}
