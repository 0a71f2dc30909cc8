/** Interface languages; French is the default, English the fallback (SHELL-01, SHELL-02). */
export const languages = ['fr-FR', 'en-GB', 'nl-BE', 'de-DE'] as const
/** One interface language. */
export type Language = (typeof languages)[number]
/** Language of a visitor or account that has chosen none. */
export const defaultLanguage: Language = 'fr-FR'
/** Language of a text that the chosen one lacks. */
export const fallbackLanguage: Language = 'en-GB'

/** Currencies of accounts (SHELL-03). */
export const currencies = ['EUR', 'GBP', 'USD', 'CHF'] as const
/** One account currency. */
export type Currency = (typeof currencies)[number]
