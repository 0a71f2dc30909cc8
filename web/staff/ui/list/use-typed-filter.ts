import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** How a filter that is typed stands in the address. */
interface TypedFilter<Typed, Value> {
  readonly value: Value | undefined
  readonly show: (value: Value | undefined) => Typed
  /** What is typed as a value; undefined where it is none. */
  readonly read: (typed: Typed) => Value | undefined
  readonly onChange: (value: Value | undefined) => void
  /** Milliseconds from the last key to the address. */
  readonly waitMs: number
}

/** A filter of words, which none of them is not. */
export const words = {
  show: (value: string | undefined): string => value ?? '',
  read: (typed: string): string | undefined => typed.trim() || undefined,
}

/**
 * What a field shows, what takes its input, what is told of a value that goes into the address without a pause, and what
 * is told of one that a scanner has read, which replaces what is typed by then. The address is the truth: it follows
 * what is typed after a pause, and where it changes by itself, as by going back, the field follows and what was still to
 * come of it is dropped.
 */
export function useTypedFilter<Typed, Value>(
  filter: TypedFilter<Typed, Value>,
): [Typed, (typed: Typed) => void, (value: Value | undefined) => void, (value: Value | undefined) => void] {
  const { value, show } = filter
  const [typed, setTyped] = useState(() => show(value))
  const [known, setKnown] = useState(value)
  const [asked, setAsked] = useState(value)
  const [changesOutside, setChangesOutside] = useState(0)
  if (known !== value) {
    setKnown(value)
    // What was typed here is on its way back, and more may be typed by now.
    if (value !== asked) {
      setAsked(value)
      setTyped(show(value))
      setChangesOutside(changesOutside + 1)
    }
  }
  const later = useDebouncedCallback((next: Typed, typedAfter: number) => {
    if (typedAfter !== changesOutside) return
    const read = filter.read(next)
    setAsked(read)
    filter.onChange(read)
  }, filter.waitMs)
  const type = (next: Typed): void => {
    setTyped(next)
    later(next, changesOutside)
  }
  const ask = (next: Value | undefined): void => {
    later.cancel()
    setAsked(next)
  }
  const replace = (next: Value | undefined): void => {
    ask(next)
    setTyped(show(next))
  }
  return [typed, type, ask, replace]
}
