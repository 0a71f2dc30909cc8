import { useEffect, useEffectEvent } from 'react'

/** What single keys do in a test. */
export interface TestKeys {
  readonly enabled: boolean
  readonly onEnter: () => void
  /** A and 1 are the first answer, 0. */
  readonly onAnswer: (at: number) => void
  readonly onBack: () => void
}

/** A person leaves at least this much between two keys; a scanner does not. In milliseconds. */
const paceMs = 200

/** Place of the answer that a key names; null for any other key. */
export function answerOfKey(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : null
}

/** Hears single keys where nothing is typed; letters and digits of a scan are told apart by their pace. */
export function useTestKeys({ enabled, onEnter, onAnswer, onBack }: TestKeys): void {
  const enter = useEffectEvent(onEnter)
  const answer = useEffectEvent(onAnswer)
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Shift') return
      const followed = timer !== undefined
      clearTimeout(timer)
      timer = undefined
      if (event.defaultPrevented || event.repeat || event.isComposing || isWithin(event.target, fields)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') return followed || isWithin(event.target, controls) ? undefined : enter()
      if (event.key === 'Backspace' || event.key === 'ArrowLeft') return back()
      const at = answerOfKey(event.key)
      timer = setTimeout(() => {
        timer = undefined
        if (!followed && at !== null) answer(at)
      }, paceMs)
    }
    document.addEventListener('keydown', listen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', listen)
    }
  }, [enabled])
}

const fields = 'input, textarea, select'
// Enter on a button presses that button.
const controls = 'button, a, summary, label'

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof HTMLElement && target.closest(selector) !== null
}
