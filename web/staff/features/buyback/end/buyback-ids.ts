import * as z from 'zod'

const guid = z.guid()

/** Reads the buybacks that an address names, one, several or as a list with commas (BB-15); at most fifty. */
export function parseBuybackIds({ ids }: { readonly ids?: unknown }): { readonly ids?: readonly string[] } {
  const list = (Array.isArray(ids) ? ids : [ids]).flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
  const known = [...new Set(list.map((one) => one.trim().toLowerCase()))].filter((one) => guid.safeParse(one).success)
  return known.length === 0 ? {} : { ids: known.slice(0, 50) }
}
