import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ItemFacets, ItemListPage, ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSource } from './item-source.ts'
import type { ItemsQuery } from './items-search.ts'

/** Rows that are asked for at once. */
export const chunkSize = 100
/** Changes that follow each other are one new reading. */
const settleMs = 150

interface Loaded {
  /** Question that the rows answer. */
  readonly key: string
  readonly total: number
  readonly facets: ItemFacets
  readonly chunks: ReadonlyMap<number, readonly ListedItem[]>
}

/** A list that is read by parts as it is looked at. */
export interface ItemList {
  /** Null until the first part has come. */
  readonly total: number | null
  readonly facets: ItemFacets | null
  /** The rows shown still answer the question before. */
  readonly isStale: boolean
  /** Why the present question has no answer yet, or no newer one. */
  readonly error: Error | null
  /** The device has no copy to read from yet. */
  readonly isWaiting: boolean
  readonly rowAt: (index: number) => ListedItem | undefined
  /** Says which rows are in sight. */
  readonly show: (from: number, to: number) => void
  readonly retry: () => void
}

/** Reads a list by parts: those in sight, again whenever the source says that something has changed. */
export function useItemList(source: ItemSource, asking: ItemsQuery): ItemList {
  const key = JSON.stringify(asking)
  // An equal question has to be the same value, although each drawing makes another object of it.
  const query = useMemo(() => JSON.parse(key) as ItemsQuery, [key])
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: Error } | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const sight = useRef({ from: 0, to: 30 })
  const asked = useRef({ key: '', round: 0, chunks: new Set<number>() })

  const read = useCallback(async (): Promise<void> => {
    const now = asked.current
    const { key: mine, round } = now
    const first = Math.floor(sight.current.from / chunkSize)
    const last = Math.floor(sight.current.to / chunkSize)
    for (let chunk = first; chunk <= last; chunk++) {
      if (now.chunks.has(chunk)) continue
      now.chunks.add(chunk)
      const isCurrent = (): boolean => asked.current.key === mine && asked.current.round === round
      const page = await source.ask(query, chunk * chunkSize, chunkSize).catch((caught: unknown) => {
        const error = caught instanceof Error ? caught : new Error(String(caught))
        if (isCurrent()) setFailed({ key: mine, error })
        now.chunks.delete(chunk)
        return undefined
      })
      if (!isCurrent() || page === undefined) return
      setWaiting(page === null)
      if (page === null) return void now.chunks.delete(chunk)
      setFailed(null)
      setLoaded((before) => withChunk(before, `${mine} ${round}`, chunk, page))
    }
  }, [source, query])

  const restart = useCallback((): void => {
    asked.current = { key, round: asked.current.round + 1, chunks: new Set() }
    void read()
  }, [key, read])

  useEffect(() => {
    if (asked.current.key !== key) sight.current = { from: 0, to: 30 }
    restart()
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = source.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(restart, settleMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [source, key, restart])

  const show = useCallback(
    (from: number, to: number): void => {
      sight.current = { from, to }
      void read()
    },
    [read],
  )
  return {
    total: loaded?.total ?? null,
    facets: loaded?.facets ?? null,
    isStale: loaded !== null && !loaded.key.startsWith(`${key} `),
    error: failed?.key === key ? failed.error : null,
    isWaiting,
    rowAt: (index) => loaded?.chunks.get(Math.floor(index / chunkSize))?.[index % chunkSize],
    show,
    retry: restart,
  }
}

/** The first part of a new reading replaces the rows before, so that nothing blinks in between. */
function withChunk(before: Loaded | null, key: string, chunk: number, page: ItemListPage): Loaded {
  // Every part of one reading tells the same counts: the filters are not drawn again for them.
  const { chunks, facets } = before?.key === key ? before : { chunks: [], facets: page.facets }
  return { key, total: page.total, facets, chunks: new Map([...chunks, [chunk, page.rows]]) }
}
