import * as z from 'zod'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { LineInput } from '#web/local/outbox/write-line.ts'
import type { Engine } from '#web/local/engine/engine.ts'

const namesSchema = z.object({ names: z.record(z.string(), z.string()) })
type Named = Pick<ItemRow, 'id' | 'brand' | 'productLabel'>

/**
 * What a closing keeps beside it of its products: once the server has it, they are another place's, and of those a
 * device holds no names. It goes with the operation, and so does the packing slip that is printed from it again.
 */
export function slipLine(packageId: string, number: string, items: readonly Named[]): LineInput {
  const names = Object.fromEntries(items.flatMap((item) => named(item.id, productName(item))))
  return { listId: packageId, code: number, details: { names } }
}

function named(id: string, name: string | null): (readonly [string, string])[] {
  return name === null ? [] : [[id, name]]
}

/** Names of the products of a package that was closed on this device, by the ids of its items. */
export async function readSlipNames(
  engine: Pick<Engine, 'lines'>,
  packageId: string,
): Promise<ReadonlyMap<string, string>> {
  const lines = await engine.lines(packageId)
  return new Map(
    lines.toReversed().flatMap(({ details }) => {
      const kept = namesSchema.safeParse(details)
      return kept.success ? Object.entries(kept.data.names) : []
    }),
  )
}
