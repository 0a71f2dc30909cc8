const suspicious = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/**
 * The value with texts that PostgreSQL can store: it refuses the NUL character and halves of surrogate pairs, which a
 * length limit makes of an emoji. Both become the replacement character, so that one such comment holds up no queue.
 */
export function storable<T>(value: T): T {
  return suspicious.test(JSON.stringify(value)) ? (clean(value) as T) : value
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), clean(part)]))
}
