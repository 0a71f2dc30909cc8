import { unstorableEscape } from '#api/http/unstorable.ts'

/**
 * The value with texts that PostgreSQL can store: it refuses the NUL character and halves of surrogate pairs, which a
 * length limit makes of an emoji. Both become the replacement character, so that one such comment holds up no queue.
 */
export function storable<T>(value: T): T {
  return unstorableEscape.test(JSON.stringify(value)) ? (clean(value) as T) : value
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), clean(part)]))
}
