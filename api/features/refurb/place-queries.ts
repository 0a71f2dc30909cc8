import type { Transaction } from 'kysely'
import { shownStockName } from '#api/db/stock-name-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import type { RefurbPlaces } from '#sync/calls/refurb.ts'
import type { AccountScope } from './refurb-step-queries.ts'

/** Warehouses of the account with the stocks where a product may stand while it is worked on. */
export async function listPlaces(
  tx: Transaction<Tables>,
  { accountId, language = null }: AccountScope,
): Promise<RefurbPlaces> {
  const warehouses = await tx
    .selectFrom('organization')
    .select(['id', 'common_name'])
    .where('account_id', '=', accountId)
    .where('type', '=', 'warehouse')
    .orderBy('common_name')
    .orderBy('id')
    .execute()
  const stocks = await tx
    .selectFrom('stock')
    .select(['id', 'warehouse_id', shownStockName('stock', language).as('name'), 'native'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  const usable = stocks.filter(({ native }) => mayBeSet(native, 'item_refurb_in_progress'))
  const stocksOf = Map.groupBy(usable, (row) => row.warehouse_id)
  return {
    warehouses: warehouses.map(({ id, common_name: name }) => ({
      id,
      name,
      stocks: (stocksOf.get(id) ?? []).map((stock) => ({ id: stock.id, name: stock.name, native: stock.native })),
    })),
  }
}
