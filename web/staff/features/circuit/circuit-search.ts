import * as z from 'zod'

/** Filters of the list of circuits as the address has them (CIRC-16). */
export interface CircuitSearch {
  readonly channel?: 'store' | 'web'
  readonly category?: readonly string[]
  /** Those that are archived, and no others. */
  readonly archived?: true
}

/** A change of some filters; undefined takes one away. */
export type CircuitSearchChange = { readonly [Key in keyof CircuitSearch]?: CircuitSearch[Key] | undefined }

const guid = z.guid()
const mostCategories = 100

/** Reads the filters of an address; what makes no sense is left out. */
export function parseCircuitSearch(search: Readonly<Record<string, unknown>>): CircuitSearch {
  const { channel } = search
  const isArchived = search.archived === true || search.archived === 'true'
  const category = [...new Set([search.category].flat().filter((one) => guid.safeParse(one).success) as string[])]
  return {
    ...(channel === 'store' || channel === 'web' ? { channel } : {}),
    ...(isArchived ? { archived: true } : {}),
    ...(category.length > 0 ? { category: category.slice(0, mostCategories) } : {}),
  }
}
