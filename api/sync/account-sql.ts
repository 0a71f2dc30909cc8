import type pg from 'pg'
import { transactionSettings } from '#api/db/connection-settings.ts'

/** A statement that connections prepare once under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Runs statements inside a transaction whose account is set. */
export interface AccountSql {
  rows<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>
  /** Runs plain text; only for checked literals such as savepoints. */
  run(text: string): Promise<void>
  readonly client: pg.PoolClient
}

/** How a transaction reads. */
export type AccountMode = 'read committed' | 'repeatable read read only'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Writing transactions reach every row by its key. Planning their large statements for each run would cost more than
 * running them, and a plan made while a table was small must not read it whole later.
 */
const planning: Readonly<Record<AccountMode, string>> = {
  'read committed':
    'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_bitmapscan = off',
  'repeatable read read only': '',
}

/**
 * Runs in one transaction of an account over a plain connection, with prepared statements: the batch statements of the
 * engine are large, and planning them each time would cost more than running them. The transaction and its account are
 * set in one round trip of checked literals; a failure rolls back, and a connection in doubt is discarded.
 */
export async function inAccountSql<T>(
  pool: pg.Pool,
  accountId: string,
  mode: AccountMode,
  run: (sql: AccountSql) => Promise<T>,
): Promise<T> {
  const { sql, end } = await beginAccountSql(pool, accountId, mode)
  let isDone = false
  try {
    const value = await run(sql)
    isDone = true
    await end('commit')
    return value
  } catch (error) {
    if (!isDone) await end('rollback').catch(() => undefined)
    throw error
  }
}

/** An open transaction of an account; `end` closes it and gives the connection back, or throws it away. */
export interface OpenAccountSql {
  readonly sql: AccountSql
  end(how: 'commit' | 'rollback' | 'destroy'): Promise<void>
}

/** Begins a transaction that outlives a function, as a stream's does. */
export async function beginAccountSql(pool: pg.Pool, accountId: string, mode: AccountMode): Promise<OpenAccountSql> {
  const text = beginText(accountId, mode)
  const client = await pool.connect()
  try {
    await client.query(text)
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    sql: accountSql(client),
    async end(how) {
      let isBroken = true
      try {
        if (how !== 'destroy') await client.query(how)
        isBroken = how === 'destroy'
      } finally {
        client.release(isBroken)
      }
    },
  }
}

function beginText(accountId: string, mode: AccountMode): string {
  if (!uuid.test(accountId)) throw new Error('an account id is a UUID')
  return `begin isolation level ${mode}; ${transactionSettings}; set local app.account_id = '${accountId}'; ${planning[mode]}`
}

/** The statement runner over one connection. */
export function accountSql(client: pg.PoolClient): AccountSql {
  return {
    client,
    async rows<Row>({ name, text }: Statement, values: readonly unknown[]) {
      const result = await client.query({ name, text, values: [...values] })
      return result.rows as Row[]
    },
    async run(text) {
      await client.query(text)
    },
  }
}
