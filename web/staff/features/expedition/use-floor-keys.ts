import { useEffect, useEffectEvent } from 'react'

/** What the keyboard does on a screen of the expedition. */
export interface FloorKeys {
  readonly onUndo?: (() => void) | undefined
  /** F8 does what the button at the bottom does. */
  readonly onMain?: (() => void) | undefined
}

/** Hears the two keys of a screen where nothing is being typed; a scanner's keys never get here. */
export function useFloorKeys({ onUndo, onMain }: FloorKeys): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const target = event.target
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null
    if (event.defaultPrevented || event.repeat || isTyping) return
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    const act = isUndo ? onUndo : event.key === 'F8' ? onMain : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
