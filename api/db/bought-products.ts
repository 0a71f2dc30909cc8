import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { CatalogScope } from './product-records.ts'
import type { Tables } from './tables.ts'

/** A buyer's user: of a company of its own, or of a buyer's entity in the account itself. */
export interface BuyerScope extends CatalogScope {
  readonly homeAccountId: string
  readonly organizationId: string
}

/**
 * Whether the buyer buys what stands in the category `c`: the buyer is that of the category, or of the nearest above that
 * names one; as with an offer.
 */
export const isBought = ({ homeAccountId, organizationId }: BuyerScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select k.buyer_account_id, k.buyer_organization_id from category k
    where k.account_id = c.account_id and k.id = any (c.path)
      and (k.buyer_account_id is not null or k.buyer_organization_id is not null)
    order by cardinality(k.path) desc limit 1) n
  where n.buyer_account_id = ${homeAccountId} or n.buyer_organization_id = ${organizationId})`

/** Those of some products whose prices the buyer may write: what it buys while the accounts are linked, unless archived. */
export async function boughtIds(
  tx: Transaction<Tables>,
  scope: BuyerScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id
    where p.account_id = ${scope.accountId} and p.id = any (${ids}::uuid[]) and p.status <> 'archived'
      and ${isBought(scope)}
      and (${scope.homeAccountId}::uuid = p.account_id or exists (select from account_link l
        where l.account_id = p.account_id and l.buyer_account_id = ${scope.homeAccountId}::uuid
          and l.status = 'active'))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
