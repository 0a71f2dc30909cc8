import { useState } from 'react'

interface Versioned {
  readonly version: number
}

interface Held<Row, Values> {
  readonly row: Row | null
  readonly typed: Partial<Values>
}

/** Something of the server's as it is being changed. */
export interface Draft<Row, Values> {
  /** What the changes began with, whose version a save names; null until it has come. */
  readonly began: Row | null
  /** What the fields show. */
  readonly values: Values | null
  /** What differs from what the changes began with. */
  readonly changed: Partial<Values>
  readonly isChanged: boolean
  readonly set: (part: Partial<Values>) => void
  /** Takes what the server made of what was sent; what has been typed since stays. */
  readonly saved: (row: Row, sent: Partial<Values>) => void
  /** Gives up what was typed for what the server has. */
  readonly drop: () => void
}

/**
 * Fields over a row that another user may change while it is edited. A save names the version that the typing began
 * with, so that it overwrites no other change; as long as nothing is typed, the fields follow the server.
 */
export function useDraft<Row extends Versioned, Values extends object>(
  newest: Row | undefined,
  valuesOf: (row: Row) => Values,
): Draft<Row, Values> {
  const [held, setHeld] = useState<Held<Row, Values>>({ row: newest ?? null, typed: {} })
  const values = held.row === null ? null : valuesOf(held.row)
  const changed = values === null ? {} : changedOf(values, held.typed)
  const isChanged = Object.keys(changed).length > 0
  if (!isChanged && newest !== undefined && (held.row === null || newest.version > held.row.version))
    setHeld({ row: newest, typed: {} })
  return {
    began: held.row,
    values: values === null ? null : { ...values, ...held.typed },
    changed,
    isChanged,
    set: (part) => setHeld(({ row, typed }) => ({ row, typed: { ...typed, ...part } })),
    saved: (row, sent) => setHeld(({ typed }) => ({ row, typed: changedOf(sent, typed) })),
    drop: () => setHeld({ row: newest ?? null, typed: {} }),
  }
}

/** The fields of `typed` that are not what they are in `before`. */
function changedOf<Values extends object>(before: Partial<Values>, typed: Partial<Values>): Partial<Values> {
  const fields = Object.entries(typed) as [keyof Values, unknown][]
  return Object.fromEntries(fields.filter(([field, value]) => !isSame(before[field], value))) as Partial<Values>
}

/** Whether two values are the same: lists and what they hold are compared by what they say. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
