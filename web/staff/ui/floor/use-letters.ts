import { createContext, useCallback, useMemo, useState } from 'react'
import { answerCommands } from '#domain/item/resolve-code.ts'

/** The buttons of a screen that answer letters, in the order in which they stand there. */
export interface Letters {
  /** Takes a button in; returns how to take it out. */
  readonly register: (button: HTMLButtonElement) => () => void
  /** Place of a button's letter; null while it has none. */
  readonly placeOf: (button: HTMLButtonElement | null) => number | null
  /** Presses the button that a letter names; false where there is none, or it is off. */
  readonly answer: (at: number) => boolean
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
  const [first, setFirst] = useState(0)
  const register = useCallback((button: HTMLButtonElement) => {
    setButtons((before) => [...before, button].toSorted(asTheyStand))
    return () => setButtons((before) => before.filter((other) => other !== button))
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
      answer(at) {
        const button = lettered[at]
        if (button === undefined || button.disabled) return false
        button.click()
        return true
      },
      goOn() {
        if (buttons.length <= answerCommands.length) return false
        const next = from + answerCommands.length < buttons.length ? from + answerCommands.length : 0
        setFirst(next)
        buttons[next]?.scrollIntoView({ block: 'center' })
        return true
      },
    }
  }, [buttons, first, register])
}

function asTheyStand(a: HTMLElement, b: HTMLElement): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
