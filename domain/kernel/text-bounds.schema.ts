import * as z from 'zod'
import type { TextBounds } from './text-limits.ts'

/** The bounds that a schema has for the text at a path; none where it has none, or where there is no text. */
export function boundsAt(schema: unknown, path: readonly PropertyKey[]): Partial<TextBounds> {
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
