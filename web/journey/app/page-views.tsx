import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { countPageView } from '../kit/page-view.ts'
import { uncountedMark } from './loading.ts'

/** Counts each page that is opened, unless its route, or the one it was redirected from, is not to be (PUB-28). */
export function PageViews() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  const isUntracked = useRouterState({
    select: ({ matches, resolvedLocation }) =>
      resolvedLocation?.hash === uncountedMark || matches.some(({ staticData }) => staticData.isUntracked === true),
  })
  useEffect(() => {
    if (!isUntracked) countPageView(path)
  }, [path, isUntracked])
  return null
}
