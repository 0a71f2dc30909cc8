import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Config } from '#sync/wire/pull.ts'
import { isUnreachable } from '#web/lib/http.ts'
import type { DeviceCopy, Reading } from '#web/lib/reading.ts'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { useEngineValue, useCopyFetchFailure } from '#web/local/engine/engine-reads.ts'

/** How often a server out of reach is asked again where the engine still believes in the network. */
const againMs = 15_000

/** What the server has said, and whether it is out of reach. */
export interface ServerAnswer<T> {
  readonly told: UseQueryResult<T>
  readonly isAway: boolean
}

/** Asks the server while it is within reach, and again by itself once it is back. */
export function useServerQuery<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): ServerAnswer<T> {
  const isOnline = useIsOnline()
  const told = useQuery({
    ...options,
    enabled: isOnline,
    refetchInterval: ({ state }) => (isUnreachable(state.error) ? againMs : false),
  })
  const isLost = useIsLost(told)
  return { told, isAway: !isOnline || isLost }
}

/** Whether a question found the server out of reach, and has had no answer since. */
export function useIsLost(told: Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'isError' | 'error'>): boolean {
  const [wasLost, setLost] = useState(false)
  // Another try takes the error away before it has an answer: until then the server counts as lost.
  const isLost = told.isError
    ? isUnreachable(told.error)
    : told.data === undefined || told.isPlaceholderData
      ? wasLost
      : false
  if (isLost !== wasLost) setLost(isLost)
  return isLost
}

/**
 * The server's answer or, out of its reach, what the device has. An answer of the question before passes as such until
 * the present one has its own, or has failed: another try then waits for an answer without it.
 */
export function withOfflineFallback<T>({ told, isAway }: ServerAnswer<T>, copy: DeviceCopy<T>): Reading<T> {
  const ask = (): void => void told.refetch()
  if (!isAway) {
    const isPassing = told.isPlaceholderData && told.errorUpdatedAt === 0
    const value = told.isPlaceholderData && !isPassing ? undefined : told.data
    return { value, isPassing, error: told.error, away: null, retry: ask }
  }
  const retry = (): void => {
    if ('retry' in copy) copy.retry()
    ask()
  }
  if (copy.face === 'ready') return away(copy.value, copy.asOfMs, retry)
  // What this page was told before goes before nothing at all, and a form keeps what it began with.
  if (told.data !== undefined && !told.isPlaceholderData) return away(told.data, told.dataUpdatedAt, retry)
  return { value: undefined, isPassing: false, error: null, away: { face: copy.face, asOfMs: null }, retry }
}

function away<T>(value: T, asOfMs: number, retry: () => void): Reading<T> {
  return { value, isPassing: false, error: null, away: { face: 'ready', asOfMs }, retry }
}

/** What a page makes of the configuration in the device's copy. */
export function useConfigCopy<T>(make: (config: Config) => T): DeviceCopy<T> {
  const engine = useEngine()
  const info = useEngineValue(engine, engine.copyInfo)
  const { isMissed, retry } = useCopyFetchFailure(engine)
  if (info !== null) return { face: 'ready', value: make(info.config), asOfMs: info.syncedAtMs }
  return isMissed ? { face: 'missing', retry } : { face: 'loading' }
}
