import { stringify } from 'csv-stringify/sync'
import type { Language } from '#domain/kernel/languages.ts'
import { sellerIdentityText } from '#domain/register/seller-identity.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import deDE from '#locales/de-DE/register.json' with { type: 'json' }
import enGB from '#locales/en-GB/register.json' with { type: 'json' }
import frFR from '#locales/fr-FR/register.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/register.json' with { type: 'json' }

/** Words of the register's documents in each language. */
export const registerTexts: Readonly<Record<Language, typeof frFR>> = {
  'fr-FR': frFR,
  'en-GB': enGB,
  'nl-BE': nlBE,
  'de-DE': deDE,
}

/** Days of an account's register. */
export interface RegisterContent {
  readonly language: Language
  readonly timeZone: string
  readonly accountName: string
  /** `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly entries: readonly RegisterEntryAnswer[]
}

/** The seller's identity document in one line of a language; null where none was asked for. */
export function identityIn(language: Language, { sellerIdentity }: RegisterEntryAnswer): string | null {
  const { identityTypes } = registerTexts[language]
  return sellerIdentity && sellerIdentityText(sellerIdentity, identityTypes, language)
}

/** The register as CSV: amounts with a point and two decimals, times in UTC, no cell that a sheet would run. */
export function registerCsv({ language, entries }: RegisterContent): string {
  const { columns } = registerTexts[language]
  return stringify(
    entries.map((entry) => ({
      ...entry,
      sellerIdentity: identityIn(language, entry),
      price: (entry.priceCents / 100).toFixed(2),
    })),
    {
      header: true,
      bom: true,
      escape_formulas: true,
      columns: [
        { key: 'number', header: columns.number },
        { key: 'recordedAt', header: columns.recordedAt },
        { key: 'buybackCode', header: columns.buybackCode },
        { key: 'description', header: columns.description },
        { key: 'serialNumber', header: columns.serialNumber },
        { key: 'imei', header: columns.imei },
        { key: 'sellerName', header: columns.sellerName },
        { key: 'sellerAddress', header: columns.sellerAddress },
        { key: 'sellerIdentity', header: columns.sellerIdentity },
        { key: 'price', header: columns.price },
        { key: 'currency', header: columns.currency },
        { key: 'paymentMeans', header: columns.paymentMeans },
        { key: 'hash', header: columns.hash },
      ],
    },
  )
}
