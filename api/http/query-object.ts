/**
 * The query as an object for a schema to judge (API-03 to API-07): `order[label]=asc` is `{ order: { label: 'asc' } }`,
 * `key[]=a&key[]=b` is `{ key: ['a', 'b'] }`. A key that comes twice is a list too, which only a filter of several
 * values takes: nobody has to guess which one counted.
 */
export function queryObject(search: URLSearchParams): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>
  for (const [key, value] of search) {
    const match = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key)
    const name = match?.[1] ?? key
    const inner = match?.[2] ?? ''
    const present = result[name]
    if (inner !== '') {
      const fields = isRecord(present) ? present : {}
      result[name] = { ...fields, [inner]: Object.hasOwn(fields, inner) ? joined(fields[inner], value) : value }
    } else if (match !== null || name in result) result[name] = joined(present, value)
    else result[name] = value
  }
  return result
}

function joined(present: unknown, value: string): unknown {
  if (present === undefined) return [value]
  return Array.isArray(present) ? [...(present as unknown[]), value] : [present, value]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
