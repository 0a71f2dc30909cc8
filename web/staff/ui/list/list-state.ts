import { useNavigate, useSearch } from '@tanstack/react-router'
import { lastPage } from '#sync/calls/list.ts'
import { searchWith } from '#web/staff/ui/search-with.ts'

/** Page sizes that a list offers. */
export const pageSizes = [5, 10, 15, 30] as const

/** Where a list stands: it lives in the address, so that a return finds it again. */
export interface ListState {
  readonly page: number
  readonly perPage: number
  readonly sort: string | null
  readonly order: 'asc' | 'desc'
  readonly search: string
}

/** The same as an address has it: only what differs from the start. */
export interface ListSearch {
  readonly page?: number
  readonly perPage?: number
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
  readonly q?: string
}

/** Where a list begins, and by which of its columns it sorts. */
export interface ListStart extends ListState {
  readonly sorts: readonly string[]
}

/** A list's start: its columns that sort, and what differs from a list's usual beginning. */
export function listStart<const Sort extends string>(
  sorts: readonly Sort[],
  part: Partial<Pick<ListState, 'perPage' | 'order'>> & { readonly sort?: Sort } = {},
): ListStart {
  return { page: 1, perPage: 10, sort: null, order: 'asc', search: '', ...part, sorts }
}

/** Reads the part of an address that belongs to a list; what makes no sense is left out. */
export function parseListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const page = Number(search.page)
  const perPage = Number(search.perPage)
  return {
    ...(Number.isSafeInteger(page) && page > 1 && page <= lastPage ? { page } : {}),
    ...((pageSizes as readonly number[]).includes(perPage) ? { perPage } : {}),
    ...(typeof search.sort === 'string' && /^\w{1,40}$/.test(search.sort) ? { sort: search.sort } : {}),
    ...(search.order === 'desc' ? { order: 'desc' as const } : {}),
    ...(typeof search.q === 'string' && search.q.trim() !== '' ? { q: search.q.slice(0, 200) } : {}),
  }
}

/** The state that an address stands for; a column that the list does not sort by counts as none. */
export function listStateOf(search: ListSearch, first: ListStart): ListState {
  const sort = first.sorts.find((one) => one === search.sort)
  return {
    page: search.page ?? first.page,
    perPage: search.perPage ?? first.perPage,
    sort: sort ?? first.sort,
    order: search.order ?? (sort === undefined ? first.order : 'asc'),
    search: search.q ?? first.search,
  }
}

/** The address of a state: what equals the start is left out. */
export function listSearchOf(state: ListState, first: ListStart): ListSearch {
  const sorted = state.sort !== null && (state.sort !== first.sort || state.order !== first.order)
  return {
    ...(state.page === 1 ? {} : { page: state.page }),
    ...(state.perPage === first.perPage ? {} : { perPage: state.perPage }),
    ...(sorted ? { sort: state.sort, order: state.order } : {}),
    ...(state.search === '' ? {} : { q: state.search }),
  }
}

/** The order and the page of a list's state, as calls ask for them. */
export function pageQuestionOf({ sort, order, page, perPage }: ListState): Readonly<Record<string, unknown>> {
  return { ...(sort === null ? {} : { order: { [sort]: order } }), page, itemsPerPage: perPage }
}

/** Changes filters in the address, which leads back to the first page; undefined takes one out. */
export function useFilterChange(): (part: object) => void {
  const navigate = useNavigate()
  return (part) =>
    void navigate({
      to: '.',
      search: searchWith({ ...part, page: undefined }),
      replace: true,
      resetScroll: false,
    })
}

/**
 * A list's state in the address, and how it changes. A change of anything but the page goes back to the first, and
 * replaces the address as it was.
 */
export function useListState(first: ListStart) {
  const search = parseListSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const state = listStateOf(search, first)
  const change = (part: Partial<ListState>, replace = !('page' in part)): void => {
    const next = { ...state, ...('page' in part ? {} : { page: 1 }), ...part }
    const empty = { page: undefined, perPage: undefined, sort: undefined, order: undefined, q: undefined }
    void navigate({
      to: '.',
      search: searchWith({ ...empty, ...listSearchOf(next, first) }),
      replace,
      resetScroll: false,
    })
  }
  return { state, change }
}
