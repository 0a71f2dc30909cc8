import { useState } from 'react'

type Versioned = { readonly version: number } | null

interface Held<Row, Values> {
  readonly row: Row
  readonly values: Values
  readonly isTouched: boolean
}

/**
 * A row that is being edited, and the row that the editing began with, whose version a save names: a save over another
 * user's change is then refused, instead of overwriting it. As long as nothing is typed, it follows the
 * server. A new row is null.
 */
export function useRowDraft<Row extends Versioned, Values>(newest: Row, valuesOf: (row: Row) => Values) {
  const heldOf = (row: Row): Held<Row, Values> => ({ row, values: valuesOf(row), isTouched: false })
  const [held, setHeld] = useState(() => heldOf(newest))
  if (!held.isTouched && held.row?.version !== newest?.version) setHeld(heldOf(newest))
  return {
    began: held.row,
    values: held.values,
    /** Whether something is typed that is not saved. */
    isTouched: held.isTouched,
    set: (part: Partial<Values>): void =>
      setHeld((before) => ({ ...before, values: { ...before.values, ...part }, isTouched: true })),
    /** Gives up what was typed for the row as the server has it. */
    drop: (row: Row = newest): void => setHeld(heldOf(row)),
  }
}
