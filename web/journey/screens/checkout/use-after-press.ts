import { useEffect, useRef } from 'react'

/** What ends a press of the mouse; a list of choices that opens by the press hides the release from the page. */
const ends = ['mouseup', 'dragend', 'input', 'keydown'] as const

/**
 * Does something at once, or after the press that is under way: what grows the page between press and release moves
 * the button away from under the pointer, and the click is lost.
 */
export function useAfterPress(): (then: () => void) => void {
  const waiting = useRef<(() => void)[] | null>(null)
  useEffect(() => {
    const press = (): void => void (waiting.current ??= [])
    const release = (): void => {
      const now = waiting.current ?? []
      waiting.current = null
      for (const then of now) then()
    }
    // The click comes after the release, and before the next task.
    const end = (): void => void setTimeout(release)
    addEventListener('mousedown', press, true)
    for (const name of ends) addEventListener(name, end, true)
    return () => {
      removeEventListener('mousedown', press, true)
      for (const name of ends) removeEventListener(name, end, true)
    }
  }, [])
  return (then) => (waiting.current === null ? then() : void waiting.current.push(then))
}
