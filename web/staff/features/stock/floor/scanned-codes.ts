import { checkItemCode } from '#domain/warehouse/item-code.ts'
import type { CodeResolution } from '#domain/warehouse/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** Candidates in the order of lookups, without those that can be no code of a product. */
export function productCodes(resolution: CodeResolution): readonly string[] {
  const codes = resolution.candidates.flatMap(({ code }) => (checkItemCode(code).ok ? [code] : []))
  return [...new Set(codes)]
}

/** Why a text is no code of a product. */
export function codeProblem(resolution: CodeResolution): string {
  const checked = checkItemCode(resolution.code)
  return checked.ok ? 'CODE_CHARACTERS' : checked.error
}

/** Whether a scan names one of some products alone, so that it answers which of them was meant. */
export function namedAmong(items: readonly ItemRow[], resolution: CodeResolution, asked: string): ItemRow | null {
  const codes = productCodes(resolution).filter((code) => code !== asked)
  const named = items.filter((item) =>
    [item.code, item.buybackCode, item.imei].some((code) => code !== null && codes.includes(code)),
  )
  return named.length === 1 ? (named[0] ?? null) : null
}

/** Brand and model as one name; null where the device knows the item by its code only. */
export function productName(item: Pick<ItemRow, 'brand' | 'productLabel'>): string | null {
  const label = item.productLabel
  if (label === null) return item.brand
  return item.brand === null || label.startsWith(item.brand) ? label : `${item.brand} ${label}`
}
