// Rows of a database as bytes, so that they can be encrypted: JSON, with the bytes of typed arrays behind it.

const mark = '\u0000'
const arrays = {
  Uint8Array,
  Int32Array,
  Uint32Array,
  Float64Array,
} as const
type ArrayName = keyof typeof arrays

/** What JSON cannot say, by name; `at` and `length` are of the bytes behind the text. */
type Tag =
  | { readonly [mark]: ArrayName | 'ArrayBuffer'; readonly at: number; readonly length: number }
  | { readonly [mark]: 'Map' | 'Set'; readonly entries: unknown }
  | { readonly [mark]: 'undefined' }
  | { readonly [mark]: 'number'; readonly text: string }

/** Writes rows as bytes. */
export function packRows(rows: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const behind: Uint8Array[] = []
  let at = 0
  const tagged = (name: ArrayName | 'ArrayBuffer', bytes: Uint8Array): Tag => {
    behind.push(bytes)
    at += bytes.length
    return { [mark]: name, at: at - bytes.length, length: bytes.length }
  }
  const plain = (value: unknown): unknown => {
    if (value === undefined) return { [mark]: 'undefined' } satisfies Tag
    if (typeof value === 'number' && !Number.isFinite(value))
      return { [mark]: 'number', text: String(value) } satisfies Tag
    if (value === null || typeof value !== 'object') return value
    if (value instanceof ArrayBuffer) return tagged('ArrayBuffer', new Uint8Array(value))
    for (const name of Object.keys(arrays) as ArrayName[])
      if (value instanceof arrays[name])
        return tagged(name, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    if (value instanceof Map) return { [mark]: 'Map', entries: plain([...value]) } satisfies Tag
    if (value instanceof Set) return { [mark]: 'Set', entries: plain([...value]) } satisfies Tag
    if (Array.isArray(value)) return value.map(plain)
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new Error(`a row holds a ${value.constructor.name}, which has no bytes here`)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  }
  const text = new TextEncoder().encode(JSON.stringify(plain(rows)))
  const all = new Uint8Array(4 + text.length + at)
  new DataView(all.buffer).setUint32(0, text.length)
  all.set(text, 4)
  let to = 4 + text.length
  for (const bytes of behind) {
    all.set(bytes, to)
    to += bytes.length
  }
  return all
}

/** Reads such bytes. */
export function unpackRows(all: ArrayBuffer): readonly unknown[] {
  const length = new DataView(all).getUint32(0)
  const start = 4 + length
  const whole = (value: unknown): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(whole)
    if (!(mark in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each)]))
    const tag = value as Tag
    if (tag[mark] === 'undefined') return undefined
    if (tag[mark] === 'number') return Number((tag as { readonly text: string }).text)
    if (tag[mark] === 'Map')
      return new Map(whole((tag as { readonly entries: unknown }).entries) as [unknown, unknown][])
    if (tag[mark] === 'Set') return new Set(whole((tag as { readonly entries: unknown }).entries) as unknown[])
    const { at, length: count } = tag as { readonly at: number; readonly length: number }
    // A copy begins at 0, as arrays of more than a byte ask for.
    const bytes = all.slice(start + at, start + at + count)
    return tag[mark] === 'ArrayBuffer' ? bytes : new arrays[tag[mark]](bytes)
  }
  return whole(JSON.parse(new TextDecoder().decode(new Uint8Array(all, 4, length)))) as readonly unknown[]
}
