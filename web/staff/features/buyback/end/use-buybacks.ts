import { useQueries } from '@tanstack/react-query'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { buybackQuery } from '../buyback-calls.ts'

/** The buybacks of an address; those that the user does not reach are left out. */
export type NamedBuybacks =
  | { readonly face: 'loading' }
  | { readonly face: 'failed'; readonly retry: () => void }
  | { readonly face: 'ready'; readonly buybacks: readonly BuybackAnswer[] }

/** Reads the buybacks that an address names. */
export function useBuybacks(ids: readonly string[]): NamedBuybacks {
  const http = useHttp()
  const found = useQueries({ queries: ids.map((id) => buybackQuery(http, id)) })
  const hasFailed = found.some(({ error }) => error !== null && !(error instanceof CallError && error.status === 404))
  if (hasFailed) return { face: 'failed', retry: () => found.forEach((one) => void one.refetch()) }
  if (found.some(({ isPending }) => isPending)) return { face: 'loading' }
  return { face: 'ready', buybacks: found.flatMap(({ data }) => (data === undefined ? [] : [data])) }
}
