import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DeletionFacts } from '#domain/organization/client.ts'

type Tx = Transaction<Tables>

/** What decides whether an account may be deleted; no link to it is made until the transaction ends. Null: unknown id. */
export async function lockDeletionFacts(tx: Tx, id: string): Promise<DeletionFacts | null> {
  const account = await tx.selectFrom('account').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (account === undefined) return null
  const counted = await sql<Omit<DeletionFacts, 'status'>>`select
    (select count(*)::int from account_link where account_id = ${id} and status = 'active') as "linkedBuyers",
    (select count(*)::int from account_link where buyer_account_id = ${id} and status = 'active') as "linkedRetailers",
    account_open_devices(${id}) as devices`.execute(tx)
  return { status: account.status, ...counted.rows[0]! }
}

/** Deletes an account with what is its own alone. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await sql`select delete_account(${id})`.execute(tx)
}
