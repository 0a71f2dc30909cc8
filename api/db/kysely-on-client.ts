import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type Transaction,
} from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/** Runs queries of the features inside a transaction that a plain client has begun already; its owner ends it. */
export async function kyselyOnClient<T>(
  client: pg.PoolClient,
  run: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const over = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(client),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return over.transaction().execute(run)
}

function driverOver(client: pg.PoolClient): Driver {
  const nothing = (): Promise<void> => Promise.resolve()
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount, command } = await client.query<R & object>(sql, [...parameters])
      const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
      return isChange ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    },
    streamQuery: () => {
      throw new Error('nothing is streamed inside a transaction of another')
    },
  }
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  }
}
