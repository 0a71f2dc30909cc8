import { useLayoutEffect, useRef } from 'react'

/** How long a step stands before it takes a press: nobody has read it earlier. In milliseconds. */
export const stepPauseMs = 400

/**
 * Drops presses that belong to the step before: the second tap of a double tap lands where the next step has drawn a
 * button of its own. Times of presses decide and no timer, so that a tap made while a slow device was still drawing
 * is told from one made on what stood there. A screen that opens is a step too. What stands around the step, as the
 * connection badge does, takes every tap, and so does a result that stands before it; scans and keys have a pace of their own, also where a key presses a button.
 */
export function useStepPause(step: string): void {
  const drawnAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    drawnAt.current = performance.now()
  }, [step])
  useLayoutEffect(() => {
    const listen = (event: MouseEvent): void => {
      // What the app itself clicks is no press, and a key's has no count.
      if (!event.isTrusted || event.detail === 0 || event.timeStamp - drawnAt.current >= stepPauseMs) return
      if (!isOfStep(event.target)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before everything else that hears it.
    window.addEventListener('click', listen, true)
    return () => window.removeEventListener('click', listen, true)
  }, [])
}

/**
 * Whether something belongs to what a screen asks: its content, or the actions at its bottom. A full-screen result that
 * waits to be taken away is read as it is, even if the step behind it changes in the meantime.
 */
function isOfStep(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('main, footer') !== null && target.closest('[data-stays]') === null
}
