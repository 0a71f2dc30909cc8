/**
 * The query as an object for a schema to judge (API-03 to API-07): `order[label]=asc` is `{ order: { label: 'asc' } }`,
 * `key[]=a&key[]=b` is `{ key: ['a', 'b'] }`; of a plain key that comes twice the last one counts.
 */
export function queryObject(search: URLSearchParams): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>
  for (const [key, value] of search) {
    const match = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key)
    const name = match?.[1] ?? key
    const inner = match?.[2]
    const present = result[name]
    if (inner === undefined) result[name] = value
    else if (inner === '') result[name] = Array.isArray(present) ? [...(present as unknown[]), value] : [value]
    else result[name] = { ...(isRecord(present) ? present : {}), [inner]: value }
  }
  return result
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
