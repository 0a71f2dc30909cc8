import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { keyText } from '#domain/catalog-files/import-cell.ts'
import type { ImportedRows } from '#domain/catalog-files/import-changes.ts'
import type { InSteps } from '#domain/catalog-files/import-units.ts'
import { lookalikeKey, gtinKey } from '#domain/catalog-files/mangled-cell.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import type { ImportPlan } from './plan-import.ts'

/** Rows as the parts of a trial leave them: nothing is written, and later lines must find them all the same. */
export interface TriedRows {
  /** The rows that were loaded, as the parts before have left them. */
  over<Content extends CatalogContent>(
    content: Content,
    loaded: readonly ImportedRows[Content][],
  ): readonly ImportedRows[Content][]
  keep<Content extends CatalogContent>(
    content: Content,
    decided: {
      readonly inserted: readonly ImportedRows[Content][]
      readonly updated: readonly ImportedRows[Content][]
    },
  ): void
  /** Forgets what no line behind a place can find, so that a long file does not fill the memory. */
  forget(place: number): void
}

/** Keeps the rows of a trial. Of products, of which there are many, only those that a later line may be about. */
export async function createTriedRows(
  content: CatalogContent,
  { units, cell }: Pick<ImportPlan, 'units' | 'cell'>,
): Promise<TriedRows> {
  const rows = new Map<string, ImportedRows[CatalogContent]>()
  const lastPlaces = content === 'products' ? await runInSlices(placesOf(units, cell)) : null
  return {
    over: (_content, loaded) => {
      if (rows.size === 0) return loaded
      const kept = new Map(rows as Map<string, (typeof loaded)[number]>)
      const known = loaded.map((row) => {
        const after = kept.get(row.id) ?? row
        kept.delete(row.id)
        return after
      })
      return [...known, ...kept.values()]
    },
    keep: (_content, { inserted, updated }) => {
      for (const row of [...inserted, ...updated]) rows.set(row.id, row)
    },
    forget: (place) => {
      if (lastPlaces === null) return
      for (const [id, row] of rows) {
        const { buyerReference, gtin } = row as ImportedRows['products']
        const keys = [keyOf.id(id), keyOf.buyer_reference(buyerReference ?? ''), keyOf.gtin(gtin ?? '')]
        const last = Math.max(...keys.map((key) => lastPlaces.get(key) ?? -1))
        if (last <= place) rows.delete(id)
      }
    },
  }
}

/** What the values of each column have in common by which a line finds a product: what is nearly the same is told. */
const keyOf = {
  id: (id: string) => id.toLowerCase(),
  buyer_reference: lookalikeKey,
  gtin: gtinKey,
} as const
const keyColumns = ['id', 'buyer_reference', 'gtin'] as const

/** The last place at which each key of products stands. */
function* placesOf(units: ImportPlan['units'], cell: ImportPlan['cell']): InSteps<ReadonlyMap<string, number>> {
  const places = new Map<string, number>()
  for (const [place, { rows }] of units.entries()) {
    yield
    for (const row of rows)
      for (const column of keyColumns) {
        const key = keyOf[column](keyText(cell(row, column)))
        if (key !== '') places.set(key, place)
      }
  }
  return places
}
