import type { Language } from '#domain/kernel/languages.ts'
import { acceptedLanguage } from './accept-language.ts'
import type { Session, Visitor } from './caller.ts'

/**
 * The language in which texts of the account are answered: the one that the visitor reads; null, which is the account's
 * own, where that is not known, and for staff, who read what their devices hold.
 */
export function readerLanguage({ kind }: Pick<Visitor | Session, 'kind'>, headers: Headers): Language | null {
  return kind === 'visitor' ? acceptedLanguage(headers.get('accept-language')) : null
}
