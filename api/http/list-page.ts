import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from './failure.ts'

/** What a list query says about the page (API-03 to API-05). */
export interface PageQuery {
  readonly page: number
  readonly itemsPerPage: number
  readonly pagination: boolean
  readonly partial: boolean
}

/** Most rows of an answer without pages; a longer list has to be read by pages. */
const unpagedLimit = 10_000

/** Limit and offset of a page. */
export function windowOf(query: PageQuery): { readonly limit: number; readonly offset: number } {
  if (!query.pagination) return { limit: unpagedLimit, offset: 0 }
  return { limit: query.itemsPerPage, offset: (query.page - 1) * query.itemsPerPage }
}

/** Most rows of a list that is read whole into a file; a longer one has to be asked for in parts. */
export const fileRowLimit = 50_000

/**
 * Every row of a list, or the refusal of one that is too long. It is asked for once: each page of a list costs as much
 * as all of it, where the order is not that of an index.
 */
export async function everyRow<Row>(
  read: (page: PageQuery & { readonly order: Record<string, never> }) => Promise<{ readonly members: readonly Row[] }>,
): Promise<Result<readonly Row[], Failure>> {
  const most = { page: 1, itemsPerPage: fileRowLimit + 1, pagination: true }
  const { members } = await read({ ...most, partial: true, order: {} })
  if (members.length > fileRowLimit) return refuse('REQUEST_INVALID', { details: { limit: fileRowLimit } })
  return succeed(members)
}

/**
 * Rows by every field that a list's query names, the first one first (API-06), where they are sorted in memory; rows that
 * are equal in all of them keep their places.
 */
export function sortedBy<Row, Field extends string>(
  rows: readonly Row[],
  compares: Readonly<Record<Field, (one: Row, other: Row) => number>>,
  asked: Readonly<Partial<Record<Field, 'asc' | 'desc'>>>,
): readonly Row[] {
  const orders = Object.entries(asked) as [Field, 'asc' | 'desc'][]
  return rows.toSorted((one, other) => {
    for (const [field, direction] of orders) {
      const difference = compares[field](one, other)
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  })
}

/** The order of two texts by their letters' numbers. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The answer of a list: members, and the total unless the query spared the server the count. */
export function collectionOf<Member>(members: readonly Member[], total: number | null) {
  return { 'hydra:member': [...members], ...(total === null ? {} : { 'hydra:totalItems': total }) }
}
