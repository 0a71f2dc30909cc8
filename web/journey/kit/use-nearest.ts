import { useEffect, useState } from 'react'
import type { PublicStore } from '#sync/calls/public-catalog.ts'

/**
 * The stores by their distance from a town that has none; null where nothing is typed, or what is typed is no known
 * town. The list of towns is loaded once it is needed.
 */
export function useNearest(stores: readonly PublicStore[], typed: string): readonly PublicStore[] | null {
  const [found, setFound] = useState<{ readonly typed: string; readonly stores: readonly PublicStore[] } | null>(null)
  useEffect(() => {
    if (typed.trim() === '') return
    let isHere = true
    void import('./nearest-stores.ts').then(({ nearestStores }) => {
      const nearest = nearestStores(stores, typed)
      if (isHere && nearest !== null) setFound({ typed, stores: nearest })
    })
    return () => void (isHere = false)
  }, [stores, typed])
  return found !== null && found.typed === typed && typed.trim() !== '' ? found.stores : null
}
