import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#domain/kernel/languages.ts'
import { createFormat, type Format } from '#web/lib/format.ts'
import type { JourneySite } from '#sync/calls/journey.ts'

/** The public site of the account, on every page. */
export const SiteContext = createContext<JourneySite | null>(null)

/** The public site of the account. */
export function useSite(): JourneySite {
  const site = use(SiteContext)
  if (site === null) throw new Error('no SiteContext above this component')
  return site
}

const formats = new Map<string, Format>()

/** Writers of numbers, money and days in the visitor's language and the account's currency and time zone. */
export function useFormat(): Format {
  const { i18n } = useTranslation('journey')
  return formatOf(i18n.language as Language, useSite())
}

/** Writers of numbers, money and days in a language and the account's currency and time zone; the same each time. */
export function formatOf(language: Language, { branding: { currency }, place: { timeZone } }: JourneySite): Format {
  const key = `${language} ${currency} ${timeZone}`
  const format = formats.get(key) ?? createFormat(language, currency, timeZone)
  formats.set(key, format)
  return format
}
