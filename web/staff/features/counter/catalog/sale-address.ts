import type { CapturedSale } from '#web/local/counter/counter.ts'

/**
 * Where the end of a sale is shown: the address names buybacks alone, as every other page does. The device knows what
 * the web has predeclared by its item, which the entry of the history keeps beside the address.
 */
export function addressOfSale(lines: CapturedSale['lines'], predeclaredId: string | null): SaleAddress {
  const [itemId] = lines.map((line) => line.itemId)
  const isKnown = predeclaredId !== null && predeclaredId !== itemId
  return isKnown && itemId !== undefined
    ? { search: { ids: [predeclaredId] }, state: { soldItemId: itemId } }
    : { search: { ids: idsOfSale(lines) }, state: {} }
}

interface SaleAddress {
  readonly search: { readonly ids: readonly string[] }
  readonly state: { readonly soldItemId?: string }
}

/** The ids by which a device knows a sale: its buybacks, or the item of one that the web has predeclared. */
export function idsOfSale(lines: CapturedSale['lines']): readonly string[] {
  return lines.map(({ buybackId, itemId }) => (buybackId === '' ? itemId : buybackId))
}
