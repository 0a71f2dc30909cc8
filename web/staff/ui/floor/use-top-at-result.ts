import { useEffect } from 'react'

/** Scrolls to the top of a screen at each result, where it stands with its figures; older lines are below. */
export function useTopAtResult(id: string | number | null): void {
  useEffect(() => {
    if (id !== null) window.scrollTo({ top: 0 })
  }, [id])
}
