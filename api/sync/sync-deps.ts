import type pg from 'pg'

/** Where the engine reports what people must see; pino's shape. */
export interface SyncLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What the server half of the engine needs from outside. */
export interface SyncDeps {
  /** Plain connections of the restricted login. */
  readonly pool: pg.Pool
  /** The server's clock in Unix milliseconds. */
  readonly nowMs: () => number
  readonly newId: () => string
  /** A few random milliseconds, so that retries of several devices part. */
  readonly jitterMs: () => number
  readonly log: SyncLog
}
