import type { ItemRow } from '../wire/item-row.ts'

/** The codes that a scanner can read off an item: item code, buyback code, IMEI. */
export function codesOf(item: ItemRow): string[] {
  const codes = [item.code, item.buybackCode]
  if (item.imei !== null) codes.push(item.imei)
  return [...new Set(codes)]
}

/** Lanes whose operations may concern an item: its own, and those of its codes while they are unresolved. */
export function lanesOfItem(item: ItemRow): string[] {
  return [`item:${item.id}`, ...codesOf(item).map((code) => `code:${code}`)]
}

/**
 * Keys under which an operation is found again. Beside its lanes, `of:<code>` says that the item of its lane carries
 * a code, so that a later operation on the bare code waits for it; two items that share a code do not wait for each
 * other.
 */
export function laneKeys(lanes: readonly string[], items: readonly ItemRow[]): string[] {
  const own = items.filter((item) => lanes.includes(`item:${item.id}`))
  return [...new Set([...lanes, ...own.flatMap(codesOf).map((code) => `of:${code}`)])]
}

/** Keys of the operations that come before a new one in its lanes. */
export function earlierKeys(lanes: readonly string[], items: readonly ItemRow[]): string[] {
  const asked = new Set(lanes)
  const keys = new Set(lanes)
  for (const lane of lanes) {
    if (lane.startsWith('code:')) keys.add(`of:${lane.slice(5)}`)
  }
  for (const item of items) {
    const codes = codesOf(item)
    if (asked.has(`item:${item.id}`)) for (const code of codes) keys.add(`code:${code}`)
    else if (codes.some((code) => asked.has(`code:${code}`))) keys.add(`item:${item.id}`)
  }
  return [...keys]
}

/** Keys of an operation on a bare code once its outcome has named the item. */
export function resolvedKeys(keys: readonly string[], itemId: string): string[] {
  const kept = keys.map((key) => (key.startsWith('code:') ? `of:${key.slice(5)}` : key))
  return [...new Set([`item:${itemId}`, ...kept])]
}
