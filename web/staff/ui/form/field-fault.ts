import type { i18n } from 'i18next'
import * as z from 'zod'
import type { TextBounds } from '#domain/kernel/text-limits.ts'
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

function boundsAt(schema: unknown, path: readonly PropertyKey[]): Partial<TextBounds> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return boundsAt(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return boundsAt(schema.in, path)
  const [name, ...rest] = path
  if (name === undefined) {
    if (!(schema instanceof z.ZodString)) return {}
    const { minLength: min, maxLength: max } = schema
    return { ...(min !== null && { min }), ...(max !== null && { max }) }
  }
  if (schema instanceof z.ZodObject) return boundsAt(schema.shape[String(name)], rest)
  return schema instanceof z.ZodArray ? boundsAt(schema.element, rest) : {}
}
