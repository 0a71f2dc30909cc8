import { productCodes, type CodeResolution } from '#domain/item/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'

/** Whether a scan names one of some products alone, so that it answers which of them was meant. */
export function namedAmong(items: readonly ItemRow[], resolution: CodeResolution, asked: string): ItemRow | null {
  const codes = productCodes(resolution).filter((code) => code !== asked)
  const named = items.filter((item) =>
    [item.code, item.buybackCode, item.imei].some((code) => code !== null && codes.includes(code)),
  )
  return named.length === 1 ? (named[0] ?? null) : null
}
