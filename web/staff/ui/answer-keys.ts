import { useEffect, useEffectEvent } from 'react'

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

/** A person leaves at least this much between two keys; a scanner does not. In milliseconds. */
const paceMs = 200

/** Place of the answer that a key names; null for any other key. */
export function answerOfKey(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : null
}

/** Hears single keys where nothing is being typed. */
export function useAnswerKeys({ onEnter, onAnswer, onUndo, onBack, enabled = true }: AnswerKeys): void {
  const enter = useEffectEvent(() => onEnter?.())
  const answer = useEffectEvent((at: number) => onAnswer?.(at))
  const undo = useEffectEvent(() => onUndo?.())
  const back = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Shift') return
      const followed = timer !== undefined
      clearTimeout(timer)
      timer = undefined
      if (event.defaultPrevented || event.repeat || event.isComposing || isTyping(event.target)) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        return undo()
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') return followed || isControl(event.target) ? undefined : enter()
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}

// Enter on a button presses that button.
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, label') !== null
}
