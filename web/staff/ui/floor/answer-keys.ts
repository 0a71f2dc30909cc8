import { useEffect, useInsertionEffect, useRef, useState } from 'react'
import { createSingleKeys } from '#web/staff/ui/single-keys.ts'
import { isOn, isTaken, isUndo, useScreenKeys } from '#web/staff/ui/use-keys.ts'

/** What single keys do on a screen of the floor; letters and digits are told apart from a scanner's by their pace. */
export interface AnswerKeys {
  readonly onEnter?: (() => void) | undefined
  /** A is 0 and so is 1. */
  readonly onAnswer?: ((at: number) => void) | undefined
  readonly onUndo?: (() => void) | undefined
  /** Backspace and the arrow to the left. */
  readonly onBack?: (() => void) | undefined
  readonly enabled?: boolean
}

/** Place of the answer that a key names; null for any other key. */
export function answerOfKey(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : null
}

/** Hears single keys where nothing is being typed. */
export function useAnswerKeys({ onEnter, onAnswer, onUndo, onBack, enabled = true }: AnswerKeys): void {
  const latest = useRef(onAnswer)
  useInsertionEffect(() => {
    latest.current = onAnswer
  })
  const [keys] = useState(() => createSingleKeys())
  useEffect(() => {
    if (enabled) return () => keys.forget()
  }, [enabled, keys])
  useScreenKeys((event) => {
    if (event.key === 'Shift') return
    if (isTaken(event)) return keys.forget()
    if (isUndo(event)) {
      event.preventDefault()
      return onUndo?.()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter on a button presses that button.
    if (event.key === 'Enter') {
      const alone = keys.isAlone(event)
      return alone && !isOn(event, 'button, a, summary, label') ? onEnter?.() : undefined
    }
    if (event.key === 'Backspace' || event.key === 'ArrowLeft') return onBack?.()
    const at = answerOfKey(event.key)
    keys.wait(event, () => (at === null ? undefined : latest.current?.(at)))
  }, enabled)
}
