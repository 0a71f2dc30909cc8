import { createHash } from 'node:crypto'
import type { CompiledQuery, Transaction } from 'kysely'
import { isUuid } from '#domain/kernel/uuid.ts'
import { transactionSettings } from './connection-settings.ts'
import { noteCurrentWork } from './loop-attribution.ts'
import { transactionStart, type Database } from './database.ts'
import { retryingDeadlock } from './deadlock.ts'
import type { Tables } from './tables.ts'

/** How a transaction reads. */
export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read'
  readonly readOnly?: boolean
  /**
   * Joins tables in the order in which the query names them. Weighing the orders of a dozen tables takes the planner
   * thirty times as long as reading a page of them, so that a query which already stands in a good order says so.
   */
  readonly joinsAsWritten?: boolean
  /**
   * Plans the query once a connection, regardless of its values: for reads by key whose plan the values cannot change
   * and whose planning takes longer than they do.
   */
  readonly plannedOnce?: boolean
}

/**
 * Runs `run` in one transaction that sees and writes the rows of one account only; commits when it returns, rolls
 * back when it throws. After a deadlock it runs once more. Throws for an id that is no UUID.
 */
export async function inAccount<T>(
  database: Pick<Database, 'app' | 'tellDeadlock'>,
  accountId: string,
  run: (tx: Transaction<Tables>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const start = startOf(accountId, options)
  return retryingDeadlock(
    () =>
      transactionStart.run(start, () =>
        database.app.transaction().execute((tx) => transactionStart.exit(() => run(tx))),
      ),
    database.tellDeadlock,
  )
}

/**
 * Answers one query within one account in a single round trip: begin, query and commit travel together. The query
 * must not write.
 */
export async function readInAccount<R>(
  database: Pick<Database, 'readPool'>,
  accountId: string,
  query: CompiledQuery<R>,
  options: Pick<TransactionOptions, 'joinsAsWritten' | 'plannedOnce'> = {},
): Promise<R[]> {
  const start = startOf(accountId, { ...options, readOnly: true })
  const client = await database.readPool.connect()
  const name = statementName(query.sql)
  const named = name === null ? {} : { name }
  const answers = await Promise.allSettled([
    client.query(start),
    client.query<R & object>({ ...named, text: query.sql, values: [...query.parameters] }),
    client.query('commit'),
  ])
  noteCurrentWork()
  const [begun, read, committed] = answers
  // A client whose transaction did not begin or end as asked is of no further use.
  client.release(begun.status === 'rejected' || committed.status === 'rejected')
  if (begun.status === 'rejected') throw begun.reason
  if (read.status === 'rejected') throw read.reason
  if (committed.status === 'rejected') throw committed.reason
  return read.value.rows
}

// Only literals that were checked are inlined. A failing setting aborts the transaction, so nothing runs without it.
function startOf(accountId: string, options: TransactionOptions): string {
  if (!isUuid(accountId)) throw new Error('not the id of an account')
  const { isolation, readOnly, joinsAsWritten, plannedOnce } = options
  const modes = `${isolation === undefined ? '' : ` isolation level ${isolation}`}${readOnly === true ? ' read only' : ''}`
  const joins = joinsAsWritten === true ? '; set local join_collapse_limit = 1' : ''
  const plan = plannedOnce === true ? '; set local plan_cache_mode = force_generic_plan' : ''
  return `begin${modes}; ${transactionSettings}; set local app.account_id = '${accountId}'${joins}${plan}`
}

const names = new Map<string, string>()
const namesKept = 500

// A server keeps a named statement prepared for as long as the connection lives: only so many shapes deserve it.
function statementName(sql: string): string | null {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= namesKept) return null
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
  names.set(sql, name)
  return name
}
