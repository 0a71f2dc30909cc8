import type { Language } from '#domain/kernel/languages.ts'

/** The name of a language in itself, in every language of the interface. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(
    language.slice(0, 2),
  )
  return name === undefined ? language : name.charAt(0).toUpperCase() + name.slice(1)
}
