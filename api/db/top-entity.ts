import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The account's head office: the entity at the top of its tree, by which settings of the account are named; null where it
 * has none. Warehouses and buyers may stand beside the tree, with nothing above them either.
 */
export async function readTopEntity(tx: Transaction<Tables>, accountId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'root_management_unit')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
