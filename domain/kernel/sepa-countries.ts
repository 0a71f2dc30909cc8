import type { Currency } from './languages.ts'

/** The one currency of SEPA. */
export const sepaCurrency = 'EUR' satisfies Currency

/** Countries of the European Economic Area, and those whose banks follow its rules for transfers. */
const insideArea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
/** Countries and territories of SEPA outside it, with IBANs of their own. */
const outsideArea = 'AD AL CH GB GI MC MD ME MK RS SM VA'

const inside: ReadonlySet<string> = new Set(insideArea.split(' '))
const outside: ReadonlySet<string> = new Set(outsideArea.split(' '))

/** Whether banks carry out SEPA transfers to an account: its country takes part (EPC409-09). */
export function isSepaIban(iban: string): boolean {
  return inside.has(iban.slice(0, 2)) || outside.has(iban.slice(0, 2))
}

/**
 * Whether a transfer must name the bank of an account by its BIC: the account is outside the Economic Area, and the
 * money goes by SEPA.
 */
export function needsBic(iban: string, currency: Currency = sepaCurrency): boolean {
  return currency === sepaCurrency && outside.has(iban.slice(0, 2))
}

/** Whether German spelling rules count for the holder of an account: ä, ö and ü are ae, oe and ue there. */
export function usesGermanTransliteration(iban: string): boolean {
  return iban.startsWith('DE') || iban.startsWith('AT')
}

/** Countries whose banks give IBANs of another. */
const banksAbroad: Readonly<Record<string, readonly string[]>> = { GB: ['GG', 'IM', 'JE'] }

/** The BIC of a bank as files name it, of a country whose banks give such IBANs; null where it is none. */
export function parseBic(typed: string, iban: string): string | null {
  const bic = typed.replaceAll(/[\s\p{Cf}]/gu, '').toUpperCase()
  const isBic = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
  const country = iban.slice(0, 2)
  return isBic && [country, ...(banksAbroad[country] ?? [])].includes(bic.slice(4, 6)) ? bic : null
}
