import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { countPageView } from '../kit/page-view.ts'
import { uncountedMark } from './loading.ts'

/** Counts each page that is opened, unless its route, or the one it was redirected from, is not to be (PUB-28). */
export function PageViews() {
  // While a page is left, the router has the next one's routes and still the address of the one before.
  const opened = useRouterState({
    select: ({ location, resolvedLocation, matches }) => {
      if (location.href !== resolvedLocation?.href) return null
      const isUntracked = location.hash === uncountedMark || matches.some(({ staticData }) => staticData.isUntracked)
      return isUntracked ? '' : location.pathname
    },
  })
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (opened === null || opened === last.current) return
    last.current = opened
    countPageView(opened)
  }, [opened])
  return null
}
