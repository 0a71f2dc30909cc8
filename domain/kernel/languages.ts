/** Interface languages; French is the default, English the fallback (SHELL-01, SHELL-02). */
export const languages = ['fr-FR', 'en-GB', 'nl-BE', 'de-DE'] as const
export type Language = (typeof languages)[number]
/** Language of a visitor or account that has chosen none. */
export const defaultLanguage: Language = 'fr-FR'
/** Language of a text that the chosen one lacks. */
export const fallbackLanguage: Language = 'en-GB'

/**
 * The language that a browser asks for, whose wishes stand in their order: that of the same country, else of another one;
 * null where none of them is spoken here.
 */
export function languageOfBrowser(wishes: readonly string[]): Language | null {
  const tongue = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
  for (const wish of wishes) {
    const found =
      languages.find((one) => one.toLowerCase() === wish.toLowerCase()) ??
      languages.find((one) => tongue(one) === tongue(wish))
    if (found !== undefined) return found
  }
  return null
}

/** Currencies of accounts (SHELL-03). */
export const currencies = ['EUR', 'GBP', 'USD', 'CHF'] as const
export type Currency = (typeof currencies)[number]
