import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { ClientStatus, LinkSide } from '#domain/organization/client.ts'
import type { ClientLinks, LinkedClient } from '#sync/calls/client.ts'

type Tx = Transaction<Tables>
type Side = 'account_id' | 'buyer_account_id'

/** An account with its links in both directions, by the names of the others; null for an unknown id. */
export async function readLinks(tx: Tx, id: string): Promise<ClientLinks | null> {
  const account = await tx
    .selectFrom('account')
    .select(['id', 'name', 'is_retailer', 'is_buyer_and_workshops_supervisor'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (account === undefined) return null
  return {
    id: account.id,
    name: account.name,
    isRetailer: account.is_retailer,
    isBuyerAndWorkshopsSupervisor: account.is_buyer_and_workshops_supervisor,
    buyers: await linkedBy(tx, id, 'account_id', 'buyer_account_id'),
    retailers: await linkedBy(tx, id, 'buyer_account_id', 'account_id'),
  }
}

async function linkedBy(tx: Tx, id: string, own: Side, other: Side): Promise<LinkedClient[]> {
  const rows = await tx
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', `account_link.${other}`)
    .select(['account.id', 'account.name', 'account.status as account_status'])
    .select(['account_link.status', 'account_link.created_at'])
    .where(`account_link.${own}`, '=', id)
    .orderBy(sql`search_text(account.name)`)
    .orderBy('account.id')
    .execute()
  return rows.map((row) => ({
    accountId: row.id,
    name: row.name,
    accountStatus: row.account_status,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Both sides of a link; neither rests, loses a module or is deleted until the transaction ends. */
export async function lockSides(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, LinkSide>> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'status', 'is_retailer', 'is_buyer_and_workshops_supervisor'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        status: row.status,
        isRetailer: row.is_retailer,
        isBuyerAndWorkshopsSupervisor: row.is_buyer_and_workshops_supervisor,
      },
    ]),
  )
}

/** Whether two accounts have been linked, in use or not. */
export async function hasLink(tx: Tx, retailerId: string, buyerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account_link')
    .select('account_id')
    .where('account_id', '=', retailerId)
    .where('buyer_account_id', '=', buyerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a link in a status, or brings the one that there is into it. */
export async function putLink(tx: Tx, retailerId: string, buyerId: string, status: ClientStatus): Promise<void> {
  await tx
    .insertInto('account_link')
    .values({ account_id: retailerId, buyer_account_id: buyerId, status })
    .onConflict((conflict) => conflict.columns(['account_id', 'buyer_account_id']).doUpdateSet({ status }))
    .execute()
}
