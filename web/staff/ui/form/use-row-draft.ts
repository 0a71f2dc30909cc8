import { useState } from 'react'

type Versioned = { readonly version: number } | null

interface Held<Row, Values> {
  readonly row: Row
  /** What the editing began with. */
  readonly first: Values
  readonly values: Values
}

/**
 * A row that is being edited, and the row that the editing began with, whose version a save names: a save over another
 * user's change is then refused, instead of overwriting it. As long as nothing differs from what it began with, it
 * follows the server. A new row, or one that has not been read yet, is null.
 */
export function useRowDraft<Row extends Versioned, Values extends object | null>(
  newest: Row,
  valuesOf: (row: Row) => Values,
) {
  type Fields = Partial<NonNullable<Values>>
  const heldOf = (row: Row, typed: Fields = {}): Held<Row, Values> => {
    const first = valuesOf(row)
    const isAsBegun = Object.keys(typed).length === 0
    return { row, first, values: isAsBegun ? first : ({ ...first, ...typed } as Values) }
  }
  const [held, setHeld] = useState(() => heldOf(newest))
  const changed = changesOf<Fields>(held.first ?? {}, held.values ?? {})
  const isChanged = Object.keys(changed).length > 0
  if (!isChanged && versionOf(newest) > versionOf(held.row)) setHeld(heldOf(newest))
  return {
    began: held.row,
    values: held.values,
    /** What differs from what the editing began with. */
    changed,
    isChanged,
    set: (part: Fields): void => setHeld((before) => ({ ...before, values: { ...before.values, ...part } as Values })),
    /** Takes what the server made of what was sent; what has been typed since stays. */
    saved: (row: Row, sent: Fields): void =>
      setHeld(({ first, values }) => heldOf(row, changesOf<Fields>(sent, changesOf(first ?? {}, values ?? {})))),
    /** Gives up what was typed for the row as the server has it. */
    drop: (row: Row = newest): void => setHeld(heldOf(row)),
  }
}

function versionOf(row: Versioned): number {
  return row?.version ?? -1
}

/** The fields of `typed` that are not what they are in `before`. */
function changesOf<Fields extends object>(before: Fields, typed: Fields): Fields {
  const fields = Object.entries(typed) as [keyof Fields, unknown][]
  return Object.fromEntries(fields.filter(([field, value]) => !isSame(before[field], value))) as Fields
}

/** Whether two values are the same: lists and what they hold are compared by what they say. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
