/** One step forward. It runs once, in a transaction of its own, as the owner, who sees the rows of every account. */
export interface Migration {
  /** Number and name of the file; the order of the list is the order of running. */
  readonly name: string
  /** `run` executes SQL, several statements at once where wanted. */
  up(run: (sql: string) => Promise<void>): Promise<void>
}
