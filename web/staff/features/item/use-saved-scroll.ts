import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { atom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useSignedInUser } from '#web/lib/platform.tsx'
import type { ListedItem } from '#web/local/list/list-query.ts'

/** Name of the list's frame among what the router remembers the scrolling of. */
export const scrollName = 'items-stock'

/** Visits of the list whose selection is kept for a return. */
const keptVisits = 10

type Chosen = ReadonlyMap<string, ListedItem>

const chosenAtom = atom<ReadonlyMap<string, Chosen>>(new Map())
const nothing: Chosen = new Map()

/** How far down the list was when it was left, in pixels: the rows are not there yet when the page comes back. */
export function useSavedScrollTop(listKey: string): number {
  const entry = useElementScrollRestoration({ id: scrollName })
  const [left] = useState({ listKey, top: entry?.scrollY ?? 0 })
  return left.listKey === listKey ? left.top : 0
}

/** The chosen rows; a return to the list finds them chosen still. */
export function useChosen(): readonly [Chosen, (chosen: Chosen) => void] {
  const { id } = useSignedInUser()
  const router = useRouter()
  const store = useStore()
  // Asked for where it is needed, not watched: each filter is a visit of its own, and nothing shown depends on it.
  const visitNow = (): string => {
    const { state, href } = router.latestLocation
    return `${id} ${state.__TSR_key ?? href}`
  }
  const [chosen, setChosen] = useState<Chosen>(() => store.get(chosenAtom).get(visitNow()) ?? nothing)
  useEffect(() => {
    const [visit, before] = [visitNow(), store.get(chosenAtom)]
    if ((before.get(visit) ?? nothing) === chosen) return
    const others = [...before].filter(([name]) => name !== visit)
    store.set(chosenAtom, new Map(chosen.size === 0 ? others : [...others.slice(1 - keptVisits), [visit, chosen]]))
  })
  return [chosen, setChosen]
}
