import { useEffectEvent, useLayoutEffect } from 'react'
import { isWindowOpen } from '#web/lib/open-dialog.ts'

/** Hears every key of the page from the first frame that shows the component on, so that no quick hand is too early. */
export function useKeys(onKey: (event: KeyboardEvent) => void, enabled = true): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

/** The same for what stands behind a window: a key that is pressed in one does nothing on the screen that it covers. */
export function useScreenKeys(onKey: (event: KeyboardEvent) => void, enabled = true): void {
  useKeys((event) => {
    if (!isWindowOpen()) onKey(event)
  }, enabled)
}

/** Whether a key belongs to something else: it is done with, held down, composed, or typed into a field. */
export function isTaken(event: KeyboardEvent): boolean {
  const isTyping = isOn(event, 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]')
  return event.defaultPrevented || event.repeat || event.isComposing || isTyping
}

/** Whether a key was pressed on an element of the kind that a selector names, or within one. */
export function isOn(event: KeyboardEvent, selector: string): boolean {
  return event.target instanceof HTMLElement && event.target.closest(selector) !== null
}

/** Whether a key asks to undo. */
export function isUndo(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
}
