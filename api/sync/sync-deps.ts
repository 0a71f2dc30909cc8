import type pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import type { Database } from '#api/db/database.ts'
import type { SyncCounter } from '#api/db/sync-counter.ts'
import type { Clock } from '#api/http/clock.ts'

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
  /** Judges and writes sales of counters; without it they are refused. */
  readonly counter?: SyncCounter | undefined
}

/** What the running server gives the engine. */
export function createSyncDeps(from: {
  readonly database: Pick<Database, 'pool'>
  readonly now: Clock
  readonly log: SyncLog
  readonly counter?: SyncCounter
}): SyncDeps {
  const { database, now, log, counter } = from
  return {
    pool: database.pool,
    nowMs: () => now().getTime(),
    newId,
    jitterMs: () => Math.random() * 10,
    log,
    counter,
  }
}
