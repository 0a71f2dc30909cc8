import type { NumberBlock } from '#domain/expedition/package-number.ts'
import type { NativeStock } from '#domain/item/item-status.ts'
import type { NamedCheckIn, RoundFact } from './operations/round-check-in.ts'
import type { HeldUp } from './operations/round-of.ts'
import type {
  CounterRecords,
  CountRow,
  HistoryEntry,
  OperationAuthor,
  PackageRow,
  ProductRow,
  Records,
  RoundRow,
  SaleWrite,
  RefusalResolution,
} from './records.ts'
import type { ItemRow } from './wire/item-row.ts'
import type { Outcome } from './wire/operation.ts'
import type { Config, StockRow } from './wire/pull.ts'

/** What a batch or a replay starts from. */
export interface LoadedRows {
  readonly config: Config
  readonly items: Iterable<ItemRow>
  readonly rounds?: Iterable<RoundRow>
  /** Check-ins of the rounds that are asked for; absent on a device. */
  readonly checkIns?: Iterable<NamedCheckIn>
  readonly products?: Iterable<ProductRow>
  readonly counts?: Iterable<CountRow>
  readonly packages?: Iterable<PackageRow>
  readonly packageBlocks?: readonly NumberBlock[]
  readonly counter?: CounterRecords | undefined
  readonly outcomes?: Iterable<Outcome>
  /** Authors of operations, by operation. */
  readonly authors?: Iterable<readonly [string, OperationAuthor]>
  /** Refused, unresolved operations by round (see `roundOf`), oldest first. */
  readonly refusedByRound?: ReadonlyMap<string, readonly string[]>
  /** Refused, unresolved operations by the item that they act on, oldest first. */
  readonly refusedByItem?: ReadonlyMap<string, readonly string[]>
}

/** A saved item with its history line; in the order of saving. */
export interface ItemWrite {
  readonly row: ItemRow
  readonly entry: HistoryEntry
}

/** What one operation wrote. */
export interface Writes {
  readonly items: readonly ItemWrite[]
  readonly rounds: readonly RoundRow[]
  readonly counts?: readonly CountRow[]
  readonly packages?: readonly PackageRow[]
  readonly sales?: readonly SaleWrite[]
  readonly resolutions: readonly RefusalResolution[]
}

/** Records held in memory: the server fills them from one load, a device from its copy. */
export interface MemoryRecords extends Records {
  /** Hands over and forgets what was written since the last call. */
  takeWrites(): Writes
  /**
   * Makes a decision known to later operations of the batch, with what it holds up if it is a refusal and what it says
   * about the check-ins of rounds.
   */
  decide(outcome: Outcome, heldUp?: HeldUp, author?: OperationAuthor, word?: RoundFact): void
}

/** Builds records over loaded rows; saving changes what later reads see. */
export function createMemoryRecords(loaded: LoadedRows): MemoryRecords {
  const items = new Map<string, ItemRow>()
  const byCode = new Map<string, Set<string>>()
  const rounds = new Map([...(loaded.rounds ?? [])].map((round) => [round.id, round]))
  const packages = new Map([...(loaded.packages ?? [])].map((each) => [each.id, each]))
  const counts = new Map([...(loaded.counts ?? [])].map((count) => [count.id, count]))
  const outcomes = new Map([...(loaded.outcomes ?? [])].map((outcome) => [outcome.opId, outcome]))
  const authors = new Map(loaded.authors)
  const checkIns = loaded.checkIns === undefined ? undefined : checkInsBy(loaded.checkIns)
  const refusedInRounds = refusedBy(loaded.refusedByRound)
  const refusedOfItems = refusedBy(loaded.refusedByItem)
  const questionnaires = new Map((loaded.config.questionnaires ?? []).map((each) => [each.id, each]))
  const products = new Map([...(loaded.products ?? [])].map((product) => [product.id, product]))
  const stocks = new Map(loaded.config.stocks.map((stock) => [stock.id, stock]))
  const native = new Map(loaded.config.stocks.map((stock) => [nativeKey(stock.warehouseId, stock.native), stock]))
  for (const item of loaded.items) put(item)
  let writes = emptyWrites()

  function put(item: ItemRow): void {
    items.set(item.id, item)
    for (const code of [item.code, item.buybackCode, item.imei]) {
      if (code === null) continue
      const ids = byCode.get(code) ?? new Set<string>()
      byCode.set(code, ids.add(item.id))
    }
  }

  return {
    config: loaded.config,
    item: (id) => items.get(id),
    itemsByCode: (code) => [...(byCode.get(code) ?? [])].map((id) => items.get(id)!),
    stock: (id): StockRow | undefined => stocks.get(id),
    nativeStock: (warehouseId: string, kind: NativeStock) => native.get(nativeKey(warehouseId, kind)),
    questionnaire: (id) => questionnaires.get(id),
    product: (id) => products.get(id),
    round: (id) => rounds.get(id),
    checkInsOfRound: (id) => checkIns?.of(id),
    package: (id) => packages.get(id),
    packageByNumber: (number) => [...packages.values()].find((each) => each.number === number),
    packageBlocks: loaded.packageBlocks ?? [],
    count: (id) => counts.get(id),
    counter: loaded.counter,
    refusedInRound: refusedInRounds.of,
    refusedOfItem: refusedOfItems.of,
    outcome: (opId) => outcomes.get(opId),
    authorOf: (opId) => authors.get(opId),
    saveItem(row, entry) {
      put(row)
      writes.items.push({ row, entry })
    },
    saveRound(round) {
      rounds.set(round.id, round)
      writes.rounds.push(round)
    },
    savePackage(row) {
      packages.set(row.id, row)
      writes.packages.push(row)
    },
    saveCount(count) {
      counts.set(count.id, count)
      writes.counts.push(count)
    },
    saveSale: (sale) => void writes.sales.push(sale),
    addItems: (rows) => rows.forEach(put),
    settle(resolved) {
      checkIns?.settle(resolved.opId)
      refusedInRounds.settle(resolved.opId)
      refusedOfItems.settle(resolved.opId)
      writes.resolutions.push(resolved)
    },
    takeWrites() {
      const taken = writes
      writes = emptyWrites()
      return taken
    },
    decide(outcome, { roundId, itemId } = {}, author, word) {
      outcomes.set(outcome.opId, outcome)
      if (author !== undefined) authors.set(outcome.opId, author)
      if (word !== undefined) checkIns?.note(word)
      if (outcome.status !== 'rejected' && outcome.status !== 'blocked_by') return
      refusedInRounds.add(roundId, outcome.opId)
      refusedOfItems.add(itemId, outcome.opId)
    },
  }
}

/** Refused operations by what they hold up, until they are settled. */
function refusedBy(loaded: ReadonlyMap<string, readonly string[]> = new Map()) {
  const refused = new Map([...loaded].map(([id, ops]) => [id, [...ops]]))
  return {
    of: (id: string): readonly string[] => refused.get(id) ?? [],
    add(id: string | undefined, opId: string): void {
      if (id !== undefined) refused.set(id, [...(refused.get(id) ?? []), opId])
    },
    settle(opId: string): void {
      for (const ops of refused.values()) {
        const at = ops.indexOf(opId)
        if (at >= 0) ops.splice(at, 1)
      }
    },
  }
}

/** Check-ins of rounds by their operation. */
function checkInsBy(loaded: Iterable<NamedCheckIn>) {
  const known = new Map([...loaded].map((each) => [each.opId, each]))
  const change = (opId: string, changed: Partial<NamedCheckIn>): void => {
    const before = known.get(opId)
    if (before !== undefined) known.set(opId, { ...before, ...changed })
  }
  return {
    of: (roundId: string): readonly NamedCheckIn[] => [...known.values()].filter((each) => each.roundId === roundId),
    note(word: RoundFact): void {
      if (word.kind === 'check_in') known.set(word.checkIn.opId, word.checkIn)
      else change(word.targetOpId, { isUndone: true })
    },
    settle: (opId: string): void => change(opId, { isSettled: true }),
  }
}

function nativeKey(warehouseId: string, kind: NativeStock | null): string {
  return `${warehouseId} ${kind ?? ''}`
}

interface OpenWrites {
  readonly items: ItemWrite[]
  readonly rounds: RoundRow[]
  readonly counts: CountRow[]
  readonly packages: PackageRow[]
  readonly sales: SaleWrite[]
  readonly resolutions: RefusalResolution[]
}

function emptyWrites(): OpenWrites {
  return { items: [], rounds: [], counts: [], packages: [], sales: [], resolutions: [] }
}
