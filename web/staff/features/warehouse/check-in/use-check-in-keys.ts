import { useEffect, useEffectEvent } from 'react'

/** What the keyboard does on the check-in screen. */
export interface CheckInKeys {
  readonly enabled: boolean
  readonly onUndo: () => void
  readonly onEnd: () => void
}

/** Hears the two keys of the screen where nothing is being typed; a scanner's keys never get here. */
export function useCheckInKeys({ enabled, onUndo, onEnd }: CheckInKeys): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || isTyping(event.target)) return
    const ctrl = event.ctrlKey || event.metaKey
    if (ctrl && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      onUndo()
    }
    if (event.key === 'F8') {
      event.preventDefault()
      onEnd()
    }
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}
