const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Reads the buybacks that a confirmation names (PUB-19): one, several, or a list with commas; a full cart at most. */
export function confirmationSearch({ ids }: Readonly<Record<string, unknown>>): { readonly ids: readonly string[] } {
  const list = (Array.isArray(ids) ? ids : [ids]).flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
  return {
    ids: [...new Set(list.map((one) => one.trim().toLowerCase()))].filter((one) => guid.test(one)).slice(0, 200),
  }
}
