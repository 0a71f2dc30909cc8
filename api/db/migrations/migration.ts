/** Executes one statement with values, and answers its rows. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/** One step forward. It runs once, in a transaction of its own, as the owner, who sees the rows of every account. */
export interface Migration {
  /** Number and name of the file; the order of the list is the order of running. */
  readonly name: string
  /** `run` executes SQL, several statements at once where wanted; `ask` one statement, and answers its rows. */
  up(run: (sql: string) => Promise<void>, ask: Ask): Promise<void>
}
