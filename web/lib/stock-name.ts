import type { i18n } from 'i18next'
import type { NativeStock } from '#domain/item/item-status.ts'

/**
 * How a stock is called in the user's language. A native one, whose stored name is in the account's and never changes,
 * is called by what it is for; one of the warehouse's own as it was named.
 */
export function stockName(
  { name, native }: { readonly name: string; readonly native: NativeStock | null },
  texts: i18n,
): string {
  return native === null ? name : texts.t(($) => $.nativeStock[native], { ns: 'warehouse', defaultValue: name })
}
