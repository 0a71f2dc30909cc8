import { parse } from 'hono/utils/cookie'
import { defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { languageCookie } from '#sync/calls/journey.ts'
import { acceptedLanguage } from './accept-language.ts'

/** What the visitor of a page has chosen, else what the browser asks for, else the account's own language. */
export function pageLanguage({ headers }: Request, own: Language | null): Language {
  const cookies = parse(headers.get('cookie') ?? '')
  // No browser sends the name of HTTPS over anything else, and the other one is of no weight beside it.
  const chosen = cookies[languageCookie(true)] ?? cookies[languageCookie(false)]
  return (
    languages.find((language) => language === chosen) ??
    acceptedLanguage(headers.get('accept-language')) ??
    own ??
    defaultLanguage
  )
}
