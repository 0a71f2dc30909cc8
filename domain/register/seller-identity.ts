import { countryNames } from '../kernel/country-names.ts'
import type { Language } from '../kernel/languages.ts'

/** The identity document of a seller as the register keeps it; a part is null where it was not asked for. */
export interface SellerIdentity {
  readonly type: string | null
  readonly number: string | null
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string | null
  readonly authority: string | null
}

/** It in one line of the reader's language, in which `types` names its kinds. */
export function sellerIdentityText(
  { type, number, issuedOn, authority }: SellerIdentity,
  types: Readonly<Record<string, string>>,
  language: Language,
): string {
  const kind = type === null ? null : (types[type] ?? type)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' })
  return [kind, number, issuedOn === null ? null : day.format(new Date(issuedOn)), authority].filter(Boolean).join(', ')
}

/** Where a seller lives, in one line, with the country by its name in the reader's language; null where nothing is known. */
export function sellerAddressText(
  { sellerAddress, sellerCountry }: { readonly sellerAddress: string | null; readonly sellerCountry: string | null },
  language: Language,
): string | null {
  const country = sellerCountry && countryNames(language)(sellerCountry)
  return [sellerAddress, country].filter(Boolean).join(', ') || null
}
