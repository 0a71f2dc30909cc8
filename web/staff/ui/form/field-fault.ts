import type { i18n } from 'i18next'
import { boundsAt } from '#domain/kernel/text-bounds.schema.ts'
import { codeText } from '#web/lib/error-text.ts'

/**
 * What is wrong with a field of a form, in words: those of its schema's message, with the bounds that the schema has
 * for the field (CART-33). Null where no file has words for the message.
 */
export function faultText(
  texts: i18n,
  message: string,
  { schema, path }: { readonly schema: unknown; readonly path: readonly PropertyKey[] },
): string | null {
  return codeText(texts, message, { ...boundsAt(schema, path) })
}
