import { createContext, useCallback, useMemo, useState } from 'react'
import { answerCommands } from '#domain/item/resolve-code.ts'
import { isAnyDialogOpen } from '#web/lib/open-dialog.ts'

/** The buttons of a screen that answer letters, in the order in which they stand there. */
export interface Letters {
  /** Takes a button in, with whether its letter asks for CONFIRM; returns how to take it out. */
  readonly register: (button: HTMLButtonElement, asks: boolean) => () => void
  /** Place of a button's letter; null while it has none. */
  readonly placeOf: (button: HTMLButtonElement | null) => number | null
  /** Whether a letter has named a button that waits for CONFIRM. */
  readonly waits: (button: HTMLButtonElement | null) => boolean
  /** Presses the button that a letter names, or has it wait for CONFIRM; false where there is none, or it is off. */
  readonly answer: (at: number) => boolean
  /** Presses the button that waits; false where none does. */
  readonly confirm: () => boolean
  /** Has no button wait any more. */
  readonly forget: () => void
  /** Gives the letters to the buttons behind those that have them; false where there are no others. */
  readonly goOn: () => boolean
}

/** The letters of the screen around a button. */
export const LettersContext = createContext<Letters | null>(null)

/**
 * Gives the buttons of a screen letters, the first ten at first: a list is as long as its work, and so cannot know
 * beforehand which barcode is whose.
 */
export function useLetters(): Letters {
  const [buttons, setButtons] = useState<readonly HTMLButtonElement[]>([])
  const [asking, setAsking] = useState<ReadonlySet<HTMLButtonElement>>(new Set())
  const [waiting, setWaiting] = useState<HTMLButtonElement | null>(null)
  const [first, setFirst] = useState(0)
  const register = useCallback((button: HTMLButtonElement, asks: boolean) => {
    setButtons((before) => [...before, button].toSorted(asTheyStand))
    if (asks) setAsking((before) => new Set([...before, button]))
    return () => {
      setButtons((before) => before.filter((other) => other !== button))
      setAsking((before) => (before.has(button) ? new Set([...before].filter((other) => other !== button)) : before))
      setWaiting((before) => (before === button ? null : before))
    }
  }, [])
  return useMemo(() => {
    const from = first < buttons.length ? first : 0
    const lettered = buttons.slice(from, from + answerCommands.length)
    return {
      register,
      placeOf(button) {
        const at = button === null ? -1 : lettered.indexOf(button)
        return at === -1 ? null : at
      },
      waits: (button) => button !== null && button === waiting,
      answer(at) {
        if (isAnyDialogOpen()) return false
        const button = lettered[at]
        const isOff = button === undefined || button.disabled
        setWaiting(!isOff && asking.has(button) ? button : null)
        if (isOff) return false
        if (!asking.has(button)) button.click()
        return true
      },
      confirm() {
        if (isAnyDialogOpen() || waiting === null || waiting.disabled) return false
        setWaiting(null)
        waiting.click()
        return true
      },
      forget: () => setWaiting(null),
      goOn() {
        if (isAnyDialogOpen()) return false
        setWaiting(null)
        if (buttons.length <= answerCommands.length) return false
        const next = from + answerCommands.length < buttons.length ? from + answerCommands.length : 0
        setFirst(next)
        buttons[next]?.scrollIntoView({ block: 'center' })
        return true
      },
    }
  }, [buttons, asking, waiting, first, register])
}

function asTheyStand(a: HTMLElement, b: HTMLElement): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
