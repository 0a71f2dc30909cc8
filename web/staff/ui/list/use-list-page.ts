import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { FilterChange, ListFilters } from './list-filters.ts'
import type { ListedRows } from './list-rows.ts'
import { pageQuestionOf, useFilterChange, useListState, type ListStart } from './list-state.ts'

type Question = Readonly<Record<string, unknown>>

/** Filters of a list in its address, and how they change. */
export interface FilteredList<Filters> {
  readonly filters: Filters
  readonly setFilters: (part: FilterChange<Filters>) => void
  readonly resetFilters: () => void
  /** How many are set. */
  readonly filterCount: number
}

/** The filters that the address of a list sets. */
export function useFilters<Filters extends object>(known: ListFilters<Filters>): FilteredList<Filters> {
  const filters = known.read(useSearch({ strict: false }))
  const setFilters: (part: FilterChange<Filters>) => void = useFilterChange()
  return { filters, setFilters, resetFilters: () => setFilters(known.none()), filterCount: Object.keys(filters).length }
}

/** A list that the server answers: where it stands in the address, its filters, and the rows that were found. */
export function useListPage<
  Answer extends ListedRows<unknown>,
  Key extends QueryKey,
  Filters extends object,
  Asked extends Question,
>({
  first,
  filters,
  questionOf,
  query,
}: {
  readonly first: ListStart
  readonly filters: ListFilters<Filters>
  /** What filters and words ask, in the names of the call. */
  readonly questionOf: (filters: Filters, words: string) => Asked
  /** The query of what is asked, with order and page. */
  readonly query: (question: Question) => UseQueryOptions<Answer, Error, Answer, Key>
}) {
  const { state, change } = useListState(first)
  const filtered = useFilters(filters)
  const question = questionOf(filtered.filters, state.search)
  const found = useQuery(query({ ...question, ...pageQuestionOf(state) }))
  const isFiltered = state.search !== '' || filtered.filterCount > 0
  // `question` is what is asked without order and page, as an export asks it.
  return { ...filtered, state, change, isFiltered, question, found }
}
