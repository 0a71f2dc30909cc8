import { useState } from 'react'
import { isDay } from '#domain/kernel/day.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { dayText, readDay } from './day-text.ts'

/** The field of a day, between what is typed in the app's language and its value, `YYYY-MM-DD`. */
export interface TypedDay {
  /** What stands in the field. */
  readonly shown: string
  /** Whether the field was left with something that is no day. */
  readonly isWrong: boolean
  readonly enter: () => void
  readonly type: (text: string) => void
  readonly leave: () => void
}

/** Holds a day while it is typed; `onChange` gets the day, or what was typed where it is none. */
export function useDayText(value: string, language: Language, onChange: (value: string) => void): TypedDay {
  const [text, setText] = useState(() => dayText(value, language))
  const [known, setKnown] = useState(value)
  const [isLeft, setLeft] = useState(true)
  if (value !== known) {
    setKnown(value)
    if (value !== readDay(text)) setText(dayText(value, language))
  }
  const shown = isLeft && isDay(value) ? dayText(value, language) : text
  return {
    shown,
    isWrong: isLeft && shown !== '' && !isDay(readDay(shown)),
    enter: () => {
      setText(shown)
      setLeft(false)
    },
    type: (typed) => {
      setText(typed)
      onChange(readDay(typed))
    },
    leave: () => {
      setLeft(true)
      setText(dayText(readDay(text), language))
    },
  }
}
