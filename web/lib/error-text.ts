import type { i18n } from 'i18next'
import { fallbackLanguage } from '#domain/kernel/languages.ts'
import { CallError } from './http.ts'

/**
 * The text of a stable code in the language of the moment, then in English, with the facts that it names; null where no
 * file has it.
 */
export function codeText(
  texts: i18n,
  code: string,
  facts: Readonly<Record<string, number | string>> = {},
): string | null {
  for (const language of [texts.language, fallbackLanguage]) {
    const found: unknown =
      texts.getResource(language, 'errors', code) ?? texts.getResource(language, 'common', `codes.${code}`)
    if (typeof found === 'string') return found.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(facts[name] ?? ''))
  }
  return null
}

/**
 * What to tell the user of a failed call: offline and foreign answers have texts of their own. A fault of the server
 * has none here: the screen says what of its own did not work.
 */
export function callErrorText(texts: i18n, error: unknown): string | null {
  if (!(error instanceof CallError) || error.status >= 500) return null
  return codeText(texts, error.code, factsOf(error.details, texts.language))
}

/** The numbers and words among the details of a failure, numbers as the language writes them. */
function factsOf(details: unknown, language: string): Readonly<Record<string, string>> {
  const known = typeof details === 'object' && details !== null ? Object.entries(details) : []
  const said = known.flatMap(([name, fact]: readonly [string, unknown]) => {
    if (typeof fact === 'number') return [[name, new Intl.NumberFormat(language).format(fact)] as const]
    return typeof fact === 'string' ? [[name, fact] as const] : []
  })
  return Object.fromEntries(said)
}

/** The form's own word for what the server found wrong with a field, where it has one; the error's code otherwise. */
export function faultKey({ code, details }: CallError): string {
  const key = typeof details === 'object' && details !== null && 'key' in details ? details.key : null
  return typeof key === 'string' ? key : code
}
