import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Title of the page that is shown; empty between two of them. */
export const pageTitleAtom = atom('')

/** Names the browser's tab after the page that is shown, for as long as it is. */
export function usePageTitle(title: string): void {
  const set = useSetAtom(pageTitleAtom)
  useEffect(() => {
    set(title)
    return () => set('')
  }, [set, title])
}
