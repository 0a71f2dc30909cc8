import { releaseStates, type ReleaseState } from '#domain/payment/payment-release.ts'

/** Filters of releases as the address has them. */
export interface ReleaseSearch {
  readonly state?: readonly ReleaseState[]
}

/** Reads the filters of an address; what makes no sense is left out. */
export function parseReleaseSearch(search: Readonly<Record<string, unknown>>): ReleaseSearch {
  const named = Array.isArray(search.state) ? search.state : [search.state]
  const state = releaseStates.filter((one) => named.includes(one))
  return state.length === 0 ? {} : { state }
}

/** The question that the filters ask the server: what waits, unless other states are chosen. */
export function releaseQuestionOf({ state }: ReleaseSearch, words: string) {
  return { ...(words === '' ? {} : { q: words.slice(0, 200) }), state: state ?? (['waiting'] as const) }
}
