import { useLayoutEffect, useRef, useState } from 'react'
import type { ListedItem } from '#web/local/list/list-query.ts'
import type { ItemSource } from './item-source.ts'
import type { ItemsQuery } from './items-search.ts'

/** Items that are chosen at once: each move is an action of its own. */
const selectionLimit = 1000

/**
 * Chooses what a question finds, where it is still the question once that is read; `hasFailed` where it could not be
 * read, until another try or another question. `limitOf` tells how many it holds at most of a selection that is not all
 * of them.
 */
export function useChooseAll(
  source: ItemSource,
  query: ItemsQuery,
  onChoose: (chosen: ReadonlyMap<string, ListedItem>) => void,
) {
  const key = JSON.stringify(query)
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const [cut, setCut] = useState<{ readonly chosen: ReadonlyMap<string, ListedItem>; readonly limit: number } | null>(
    null,
  )
  const latestKey = useRef(key)
  useLayoutEffect(() => {
    latestKey.current = key
  })
  const run = async (): Promise<void> => {
    setFailedKey(null)
    const limit = source.kind === 'device' ? selectionLimit : 200
    const page = await source.ask(query, 0, limit).catch(() => null)
    // A copy that is just being replaced has no items either, and choosing none of them would look like a choice.
    if (page === null) return setFailedKey(key)
    if (latestKey.current !== key) return
    const chosen = new Map(page.rows.map((item) => [item.id, item]))
    setCut(chosen.size < page.total ? { chosen, limit } : null)
    onChoose(chosen)
  }
  const limitOf = (chosen: ReadonlyMap<string, ListedItem>): number | null =>
    cut?.chosen === chosen ? cut.limit : null
  return { hasFailed: failedKey === key, limitOf, run }
}
