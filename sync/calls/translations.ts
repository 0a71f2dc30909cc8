import * as z from 'zod'

/** Texts in other languages than the account's, as an answer has them: what is not translated is absent. */
export function translationsOf<Field extends string>(fields: readonly Field[]) {
  const named = fields.map((field) => [field, z.string().optional()])
  const texts = z.object(Object.fromEntries(named) as Record<Field, z.ZodOptional<z.ZodString>>).optional()
  return z.object({ 'fr-FR': texts, 'en-GB': texts, 'nl-BE': texts, 'de-DE': texts })
}
