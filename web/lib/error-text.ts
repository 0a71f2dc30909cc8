import type { i18n } from 'i18next'
import { fallbackLanguage } from '#domain/kernel/languages.ts'
import { CallError } from './http.ts'

/** The text of a stable code in the language of the moment, then in English; null where no file has it. */
export function codeText(texts: i18n, code: string): string | null {
  for (const language of [texts.language, fallbackLanguage]) {
    const found: unknown =
      texts.getResource(language, 'errors', code) ?? texts.getResource(language, 'common', `codes.${code}`)
    if (typeof found === 'string') return found
  }
  return null
}

/** What to tell the user of a failed call: offline and foreign answers have texts of their own. */
export function callErrorText(texts: i18n, error: unknown): string | null {
  return error instanceof CallError ? codeText(texts, error.code) : null
}
