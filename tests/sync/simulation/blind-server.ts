import type { RunOperation } from '#api/sync/decide-batch.ts'
import { changeOf } from '#domain/item/item-state.ts'
import type { RunContext } from '#sync/operations/define-operation.ts'
import type { PackageRow, Records } from '#sync/records.ts'
import { runOperation } from '#sync/run-operation.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import type { Operation } from '#sync/wire/operation.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { Flaws } from './schedule.ts'

/** A way to build the engine wrong. `make` is called for each schedule, so that nothing is carried over. */
export interface PlantedDefect {
  readonly name: string
  readonly make: () => Flaws
  /** Only schedules with a restore can show it. */
  readonly needsRestore?: boolean
  /** Shows only where operators take several turns at a device. */
  readonly needsLong?: true
  /** What the simulation says of it, where another check could see the same schedule fail. */
  readonly seenAs?: string
}

/** What a server that lacks a rule sees instead of its records, of the operation, and of who captured it. */
interface Blindness {
  readonly item?: (item: ItemRow, op: Operation, records: Records) => ItemRow
  readonly package?: (row: PackageRow, op: Operation) => PackageRow | undefined
  readonly config?: (config: Config) => Config
  /** Other records, by the true ones. */
  readonly records?: (records: Records, op: Operation, context: RunContext) => Partial<Records>
  readonly args?: (args: Operation['args']) => Readonly<Record<string, unknown>>
  readonly actor?: Partial<RunContext['actor']>
  readonly saveItem?: (row: ItemRow, before: ItemRow | undefined, op: Operation) => ItemRow
}

/** Runs operations of some types over records that hide what a rule looks at; histories begin where items truly were. */
export function blind(types: readonly string[], blindness: Blindness): RunOperation {
  return (records, op, context) => {
    if (!types.includes(op.type)) return runOperation(records, op, context)
    const hidden: Records = {
      ...records,
      config: blindness.config?.(records.config) ?? records.config,
      item(id) {
        const item = records.item(id)
        return item === undefined ? undefined : (blindness.item?.(item, op, records) ?? item)
      },
      package(id) {
        const row = records.package(id)
        return row === undefined || blindness.package === undefined ? row : blindness.package(row, op)
      },
      ...blindness.records?.(records, op, context),
      saveItem(row, entry) {
        const before = records.item(row.id)
        const saved = blindness.saveItem?.(row, before, op) ?? row
        records.saveItem(saved, {
          ...entry,
          before: before === undefined ? entry.before : changeOf(before),
          after: changeOf(saved),
        })
      },
    }
    const seen = blindness.args === undefined ? op : { ...op, args: blindness.args(op.args) }
    return runOperation(hidden, seen, { ...context, actor: { ...context.actor, ...blindness.actor } })
  }
}

/** An item with other facts. */
export function withFacts(item: ItemRow, change: (facts: ItemFacts) => Partial<ItemFacts>): ItemRow {
  const facts = itemFacts(item)
  return { ...item, facts: { ...facts, ...change(facts) } }
}

/** As if the latest action were the one to be undone, and the undoer's. */
export function withTarget(item: ItemRow, { args, actor }: Operation, type: string): ItemRow {
  const last = item.last ?? { before: null }
  const before = last.before ?? { status: item.status, stockId: item.stockId }
  return { ...item, last: { ...last, before, opId: String(args['targetOpId']), type, actor } as ItemRow['last'] }
}

/** As if a label for the way back had not left yet. */
export function withLabel(item: ItemRow): ItemRow {
  return withFacts(item, () => ({ hasReturnLabel: true }))
}

/** As if a package were open and held an item. */
export function withItem(row: PackageRow, itemId: string): PackageRow {
  return { ...row, status: 'open', itemIds: row.itemIds.includes(itemId) ? row.itemIds : [...row.itemIds, itemId] }
}

/** A rule of the floor that a server leaves out. */
export function defect(
  name: string,
  run: RunOperation,
  weights: Readonly<Record<string, number>>,
  beginsAt: readonly string[],
): PlantedDefect {
  return { name, make: () => ({ weights, itemCount: 4, beginsAt, server: { push: { run } } }) }
}

/**
 * The same, where devices refuse first by the same facts: apps that refuse nothing take these missteps, among other
 * work.
 */
export function missedStep(
  name: string,
  run: RunOperation,
  missteps: readonly string[],
  beginsAt: readonly string[] | undefined,
  flaws: Flaws = {},
): PlantedDefect {
  const weights = { ...careless, ...flaws.weights }
  const begins = beginsAt === undefined ? {} : { beginsAt }
  return { name, make: () => ({ itemCount: 4, missteps, ...begins, server: { push: { run } }, ...flaws, weights }) }
}

/** Mostly missteps, which get to the server. */
const careless = {
  misstep: 300,
  crash: 0,
  'crash at a commit': 0,
  'storage error': 0,
  'session ends': 0,
  eviction: 0,
  'newer operation': 0,
  'pulls of two tabs': 0,
  scan: 0,
  burst: 0,
  shift: 0,
  'floor work': 0,
  pack: 0,
  count: 0,
  'another writer': 0,
}
