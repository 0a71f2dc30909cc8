import * as z from 'zod'
import { hasVisibleText } from './visible-text.ts'

type Texts<Field extends string> = Readonly<Record<Field, z.ZodType<string | null>>>

/**
 * Texts in other languages, each under the rules of the account's own text; null takes one away, as a blank text does
 * where those rules let it pass: stored, it would stand before the account's own. Where the account has a
 * text of its own, an entry in the account's language is not kept.
 */
export function translationsSchema<Field extends string>(texts: Texts<Field>) {
  const named = Object.entries<z.ZodType<string | null>>(texts).map(([field, text]) => [
    field,
    text.nullable().transform(blankToNull).optional(),
  ])
  type Shape = Record<Field, z.ZodOptional<z.ZodNullable<z.ZodType<string | null>>>>
  const inLanguage = z.strictObject(Object.fromEntries(named) as Shape).optional()
  return z.strictObject({ 'fr-FR': inLanguage, 'en-GB': inLanguage, 'nl-BE': inLanguage, 'de-DE': inLanguage })
}

function blankToNull(text: string | null): string | null {
  return text === null || !hasVisibleText(text) ? null : text
}
