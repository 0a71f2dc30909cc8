import type pg from 'pg'

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
 * Runs in one transaction of an account over a plain connection, with prepared statements: the batch statements of the
 * engine are large, and planning them anew would cost more than running them. The transaction and its account are set
 * in one trip of checked literals; a failure rolls back, and a connection in doubt is thrown away.
 */
export async function inAccountSql<T>(
  pool: pg.Pool,
  accountId: string,
  mode: AccountMode,
  run: (sql: AccountSql) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(beginText(accountId, mode))
    const value = await run(accountSql(client))
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure))
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Text that begins an account's transaction; locks are waited for no longer than a device waits for its answer. */
export function beginText(accountId: string, mode: AccountMode): string {
  if (!uuid.test(accountId)) throw new Error('an account id is a UUID')
  return `begin isolation level ${mode}; set local app.account_id = '${accountId}'; set local lock_timeout = '10s'`
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
