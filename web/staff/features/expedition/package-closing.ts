import { closePackage } from '#sync/operations/expedition/close-package.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { slipLine } from '#web/local/copy/slip-names.ts'

/** Closes a package as it is now; answers why not, or null. */
export async function closeAsItIs(
  engine: Pick<Engine, 'package' | 'packageNumber' | 'dispatch'>,
  packageId: string,
): Promise<string | null> {
  const content = await engine.package(packageId)
  if (content === null) return 'PACKAGE_UNKNOWN'
  const { row, refused } = content
  if (row.status === 'closed') return 'PACKAGE_CLOSED'
  if (refused > 0) return 'PACKAGE_HAS_REFUSED'
  if (row.itemIds.length === 0) return 'PACKAGE_CANT_BE_CLOSED'
  // Another tab may have taken the number in the meantime.
  for (let attempt = 1; ; attempt++) {
    const number = await engine.packageNumber(packageId)
    if (number === null) return 'PACKAGE_NUMBER_NOT_RESERVED'
    const args = { packageId, number, itemIds: [...row.itemIds] }
    const captured = await engine.dispatch(closePackage, args, { line: slipLine(packageId, number, content.items) })
    if (captured.captured) return null
    if (captured.code !== 'PACKAGE_NUMBER_NOT_RESERVED' || attempt === 3) return captured.code
  }
}

/** The first product of a package that a refused action holds up; null where it is a scan that took none in. */
export async function refusedItem(engine: Pick<Engine, 'package'>, packageId: string): Promise<ItemRow | null> {
  const content = await engine.package(packageId)
  return content?.items.find(({ id }) => content.refusedItemIds.has(id)) ?? null
}
