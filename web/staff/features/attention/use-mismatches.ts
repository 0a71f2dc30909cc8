import { controlOutcomes, type ControlOutcome } from '#domain/compliance/compliance.ts'
import { itemStatuses, type ItemStatus } from '#domain/item/item-status.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { voidSlipOf, type OutcomeMismatch, type VoidNumbers } from '#web/local/outbox/outcome-mismatch.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { mayResolveFor } from '#web/local/outbox/tray.ts'

/** A result as its operator knows it: the outcome of the test, or the product's status and place. */
export interface PredictedResult {
  readonly outcome: ControlOutcome | null
  readonly status: ItemStatus | null
  readonly stock: string | null
}

/** An action that the server took with another result than its operator was told. */
export interface Mismatch {
  readonly opId: string
  readonly code: string | null
  readonly product: string | null
  readonly authorName: string
  readonly capturedAtMs: number
  readonly told: PredictedResult
  readonly came: PredictedResult
  /** The numbers of a package that a colleague had closed first: that of the slip in hand, and the one that it has. */
  readonly slip: VoidNumbers | null
  /** Whether the signed-in person may say that it has been seen: its author, or who looks after the place. */
  readonly mayResolve: boolean
}

/** Actions of this device with another result than the one shown, in order of capture; null until they have been read. */
export function useMismatches(): readonly Mismatch[] | null {
  const engine = useEngine()
  const read = async (): Promise<readonly Mismatch[]> => {
    const found = await engine.differing()
    const ids = found.flatMap(({ row }) => idOf(row.op.args) ?? [])
    const views = ids.length === 0 ? [] : await engine.view([...new Set(ids)])
    const items = new Map(views.map(({ item }) => [item.id, item]))
    return found.map((each) =>
      mismatchOf(each, items.get(idOf(each.row.op.args) ?? '') ?? null, engine.config(), engine.author()),
    )
  }
  return useEngineRead(engine, 'differing', read) ?? null
}

/** What such an action is shown as to a person. */
export function mismatchOf(
  { row, told, came }: OutcomeMismatch,
  item: ItemRow | null,
  config: Pick<Config, 'stocks'> | null,
  person: Author | null,
): Mismatch {
  const resultOf = (result: Readonly<Record<string, unknown>>): PredictedResult => ({
    outcome: controlOutcomes.find((outcome) => outcome === result['outcome']) ?? null,
    status: itemStatuses.find((status) => status === result['status']) ?? null,
    stock: config?.stocks.find(({ id }) => id === result['stockId'])?.name ?? null,
  })
  const slip = voidSlipOf({ row, told, came })
  return {
    opId: row.opId,
    code: item?.code ?? item?.buybackCode ?? slip?.number ?? null,
    product: item === null ? null : productName(item),
    authorName: row.author.name,
    capturedAtMs: row.capturedAtMs,
    told: resultOf(told),
    came: resultOf(came),
    slip,
    mayResolve: mayResolveFor(person, row.author),
  }
}

function idOf(args: Readonly<Record<string, unknown>>): string | null {
  const { itemId } = args
  return typeof itemId === 'string' ? itemId : null
}
