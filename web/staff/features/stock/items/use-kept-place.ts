import { useElementScrollRestoration, useLocation } from '@tanstack/react-router'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useSignedInUser } from '#web/lib/platform.tsx'
import type { ListedItem } from '#web/local/list-query.ts'

/** Name of the list's frame among what the router remembers the scrolling of. */
export const scrollName = 'items-stock'

/** Visits of the list whose selection is kept for a return. */
const keptVisits = 10

type Chosen = ReadonlyMap<string, ListedItem>

const chosenAtom = atom<ReadonlyMap<string, Chosen>>(new Map())
const nothing: Chosen = new Map()

/** How far down the list was when it was left, in pixels: the rows are not there yet when the page comes back. */
export function useKeptTop(listKey: string): number {
  const entry = useElementScrollRestoration({ id: scrollName })
  const [left] = useState({ listKey, top: entry?.scrollY ?? 0 })
  return left.listKey === listKey ? left.top : 0
}

/** The chosen rows; a return to the list finds them chosen still. */
export function useChosen(): readonly [Chosen, (chosen: Chosen) => void] {
  const { id } = useSignedInUser()
  const visit = `${id} ${useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })}`
  const kept = useAtomValue(chosenAtom)
  const keep = useSetAtom(chosenAtom)
  const [chosen, setChosen] = useState<Chosen>(() => kept.get(visit) ?? nothing)
  useEffect(() => {
    keep((before) => {
      const others = [...before].filter(([name]) => name !== visit)
      return chosen.size === 0 ? new Map(others) : new Map([...others.slice(1 - keptVisits), [visit, chosen]])
    })
  }, [keep, visit, chosen])
  return [chosen, setChosen]
}
