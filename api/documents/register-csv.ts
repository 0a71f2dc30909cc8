import { Readable } from 'node:stream'
import type { Language } from '#domain/kernel/languages.ts'
import { sellerAddressText, sellerIdentityText } from '#domain/register/seller-identity.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import deDE from '#locales/de-DE/register.json' with { type: 'json' }
import enGB from '#locales/en-GB/register.json' with { type: 'json' }
import frFR from '#locales/fr-FR/register.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/register.json' with { type: 'json' }
import { csvCells, csvStream, type CsvColumns, type CsvStyle } from './csv-stream.ts'

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

/** The register as CSV, as every export of the program writes it. */
export function registerCsv({ entries, ...style }: RegisterContent): ReadableStream<Uint8Array> {
  return registerCsvOf(Readable.from([entries]), style)
}

/** The same for a register that is read in parts, however long it is. */
export function registerCsvOf(
  parts: AsyncIterable<readonly RegisterEntryAnswer[]>,
  style: CsvStyle,
): ReadableStream<Uint8Array> {
  return csvStream(parts, columnsOf(style), style.language)
}

function columnsOf(style: CsvStyle): CsvColumns<RegisterEntryAnswer> {
  const { columns } = registerTexts[style.language]
  const { amount, moment } = csvCells(style)
  return [
    [columns.number, ({ number }) => String(number)],
    [columns.recordedAt, ({ recordedAt }) => moment(recordedAt)],
    [columns.buybackCode, ({ buybackCode }) => buybackCode],
    [columns.description, ({ description }) => description],
    [columns.serialNumber, ({ serialNumber }) => serialNumber],
    [columns.imei, ({ imei }) => imei],
    [columns.sellerName, ({ sellerName }) => sellerName],
    [columns.sellerAddress, (entry) => sellerAddressText(entry, style.language)],
    [columns.sellerIdentity, (entry) => identityIn(style.language, entry)],
    [columns.price, ({ priceCents }) => amount(priceCents)],
    [columns.currency, ({ currency }) => currency],
    [columns.paymentMeans, ({ paymentMeans }) => paymentMeans],
    [columns.hash, ({ hash }) => hash],
  ]
}
