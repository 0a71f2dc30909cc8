import { useState } from 'react'
import { shorten, type Cut } from './shorten.ts'

/** A long list cut after its first 30 entries, with the count of the others, until all are asked for (SHELL-12). */
export function useTruncatedList<Entry>(entries: readonly Entry[], cut: Cut<Entry> = {}) {
  const [isWhole, setWhole] = useState(false)
  const { shown, others } = isWhole ? { shown: entries, others: 0 } : shorten(entries, cut)
  return { shown, others, showAll: () => setWhole(true) }
}
