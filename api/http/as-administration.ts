import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from './failure.ts'
import type { Result } from '#domain/kernel/result.ts'

/**
 * Runs `run` in one transaction of client administration's login, over all accounts; refuses where the installation
 * has no such login.
 */
export async function asAdministration<T>(
  { admin }: Pick<Database, 'admin'>,
  run: (tx: Transaction<Tables>) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  if (admin === null) return refuse('CLIENT_ADMINISTRATION_MISSING')
  return admin.transaction().execute(run)
}
