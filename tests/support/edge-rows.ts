/** A value at the edge of a rule, and the key of what is said of it; null where nothing is. */
export type EdgeRow = readonly [value: unknown, error: string | null]

/** A text of so many characters. */
export const textOf = (count: number): string => 'x'.repeat(count)
