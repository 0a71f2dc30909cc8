import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, PostgresDialect, type Dialect } from 'kysely'
import pg from 'pg'
import type { CurrentUrl } from '#api/config.ts'
import { connectsBy } from './current-url.ts'
import { currentRequest, refuseIfGivenUp } from './request-context.ts'
import type { DeadlockFacts } from './deadlock.ts'
import { connectionSettings, transactionSettings } from './connection-settings.ts'
import { noteCurrentWork } from './loop-attribution.ts'
import { createDatabasePulse, type DatabaseHealth } from './database-health.ts'
import type { Tables } from './tables.ts'

/** Connections of the application. */
export interface Database {
  /** The API's login: sees nothing outside `inAccount`, but the functions that work before an account is known. */
  readonly app: Kysely<Tables>
  /** Client administration's login over all accounts; null where the installation has none. */
  readonly admin: Kysely<Tables> | null
  /** The connections behind `app`; for what needs a plain client, such as COPY. */
  readonly pool: pg.Pool
  /** Pipelined connections of the same login, for `readInAccount`. */
  readonly readPool: pg.Pool
  readonly pulse: DatabaseHealth
  /** Hears of each deadlock of `inAccount`. */
  readonly tellDeadlock?: (facts: DeadlockFacts) => void
  /** Ends all connections once their work is done. */
  close(): Promise<void>
}

/** Where to connect and how widely. */
export interface DatabaseOptions {
  readonly appUrl: CurrentUrl
  readonly adminUrl?: CurrentUrl | undefined
  /** Connections of each pool; 20 unless told. */
  readonly maxConnections?: number
  /** Whether a connection keeps statements prepared under their names; true unless told. */
  readonly keepsStatements?: boolean
  readonly tellDeadlock?: (facts: DeadlockFacts) => void
}

/** The statement that the next transaction begins with; set by `inAccount` around it. */
export const transactionStart = new AsyncLocalStorage<string>()

/** Opens the pools; nothing connects before the first query. */
export function createDatabase({
  appUrl,
  adminUrl,
  maxConnections: max = 20,
  keepsStatements = true,
  tellDeadlock,
}: DatabaseOptions): Database {
  const pool = refusingLateCalls(createPool(appUrl, { max, pipeline: false, keepsStatements }))
  const readPool = createPool(appUrl, { max, pipeline: true, keepsStatements })
  const adminPool =
    adminUrl === undefined
      ? null
      : refusingLateCalls(createPool(adminUrl, { max: 4, pipeline: false, keepsStatements }))
  const pulse = createDatabasePulse(appUrl)
  return {
    app: new Kysely<Tables>({ dialect: transacting(new PostgresDialect({ pool })), log: noteCurrentWork }),
    admin:
      adminPool === null
        ? null
        : new Kysely<Tables>({ dialect: transacting(new PostgresDialect({ pool: adminPool })), log: noteCurrentWork }),
    pool,
    readPool,
    pulse,
    ...(tellDeadlock && { tellDeadlock }),
    close: async () => {
      pulse.stop()
      await Promise.all([pool.end(), readPool.end(), adminPool?.end()])
    },
  }
}

const ignore = (): void => undefined

interface PoolOptions {
  readonly max: number
  readonly pipeline: boolean
  readonly keepsStatements: boolean
}

function createPool(url: CurrentUrl, { max, pipeline, keepsStatements }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectsBy(url),
    max,
    pipeline,
    types: { getTypeParser },
    connectionTimeoutMillis: 10_000,
    application_name: 'reprise',
    // A connection whose settings fail is not handed out.
    onConnect: async (client) => {
      if (!keepsStatements) forgetNames(client)
      await client.query(connectionSettings)
    },
  })
  // A connection that breaks is replaced at the next use, and fails the statement that it runs; it reports the error
  // besides, idle to the pool and in use to nobody, which without a listener would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** A pooler that hands each transaction to another connection may not know there what was prepared under a name. */
function forgetNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...of: readonly unknown[]) => unknown
  const unnamed = (of: unknown): unknown => {
    if (typeof of !== 'object' || of === null || !('name' in of) || 'submit' in of) return of
    const { name: _name, ...rest } = of
    return rest
  }
  client.query = ((first: unknown, ...rest: readonly unknown[]) =>
    query(unnamed(first), ...rest)) as typeof client.query
}

/**
 * A call that was given up while it waited for a connection gets none: its caller may have begun the same again. Asked
 * when the call waits, since the pool hands connections over from the work of others.
 */
function refusingLateCalls(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  const obtain = async (): Promise<pg.PoolClient> => {
    const call = currentRequest.getStore()
    const client = await connect()
    try {
      refuseIfGivenUp(call)
    } catch (error) {
      client.release()
      throw error
    }
    return client
  }
  // The pool's own queries ask with a callback.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback === undefined ? obtain() : connect(callback)) as typeof pool.connect
  return pool
}

// Kysely begins in one trip and sets in the next; one string does both. A call that is given up in the course of its
// transaction ends it without having written.
function transacting<D extends Dialect>(dialect: D): D {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const begin = driver.beginTransaction.bind(driver)
    driver.beginTransaction = async (connection, settings) => {
      const start = transactionStart.getStore()
      if (start === undefined) {
        await begin(connection, settings)
        await connection.executeQuery(CompiledQuery.raw(transactionSettings))
        return
      }
      await connection.executeQuery(CompiledQuery.raw(start))
    }
    const commit = driver.commitTransaction.bind(driver)
    driver.commitTransaction = async (connection) => {
      refuseIfGivenUp()
      await commit(connection)
    }
    return driver
  }
  return dialect
}

const int8 = 20
const int8Array = 1016
const date = 1082

const asText = (value: string): string => value

// numeric (1700) and xid8 (5069) are text already, timestamptz (1184) a Date.
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, format)
  if (oid === int8) return safeInteger
  if (oid === int8Array) return int8List
  if (oid === date) return asText
  return pg.types.getTypeParser(oid, 'text')
}

function int8List(value: string): readonly (number | null)[] {
  const elements = value.slice(1, -1)
  return elements === '' ? [] : elements.split(',').map((each) => (each === 'NULL' ? null : safeInteger(each)))
}

/** An int8 as a number; one that a number cannot hold exactly is a bug of the query, never rounded. */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 ${value} does not fit a number; select it as text`)
  return number
}
