import { sql, type RawBuilder } from 'kysely'
import deDE from '#locales/de-DE/warehouse.json' with { type: 'json' }
import enGB from '#locales/en-GB/warehouse.json' with { type: 'json' }
import frFR from '#locales/fr-FR/warehouse.json' with { type: 'json' }
import nlBE from '#locales/nl-BE/warehouse.json' with { type: 'json' }
import type { Language } from '#domain/kernel/languages.ts'
import { nativeStocks } from '#domain/item/item-status.ts'

const texts = { 'fr-FR': frFR, 'en-GB': enGB, 'nl-BE': nlBE, 'de-DE': deDE } as const satisfies Record<
  Language,
  unknown
>

/**
 * How the stock `alias` is called for a reader: a native one by what it is for, in their language; every other one, and
 * all for whom no language is known, by the stored name. What is shown is found and ordered by the same words.
 */
export function shownStockName(alias: string, language: Language | null): RawBuilder<string> {
  const name = sql.ref<string>(`${alias}.name`)
  if (language === null) return name
  const words = nativeStocks.map((native) => sql`when ${native} then ${texts[language].nativeStock[native]}`)
  return sql<string>`case ${sql.ref(`${alias}.native`)} ${sql.join(words, sql` `)} else ${name} end`
}
