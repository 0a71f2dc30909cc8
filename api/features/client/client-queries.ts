import { sql, type Selectable, type Transaction } from 'kysely'
import type * as z from 'zod'
import { textMatches } from '#api/db/word-search.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { ListedClient, listClientsCall } from '#sync/calls/client.ts'

type Tx = Transaction<Tables>
type ClientsQuery = z.output<typeof listClientsCall.query>

/** The top of a client's tree: its first head office, or what else stands below nothing. */
const topOfTree = sql<string | null>`(select o.id from organization o
  where o.account_id = account.id and o.parent_organization_id is null
  order by o.type = 'root_management_unit' desc, o.created_at, o.id limit 1)`

const linked = (column: 'account_id' | 'buyer_account_id') =>
  sql<number>`(select count(*)::int from account_link l
    where l.${sql.raw(column)} = account.id and l.status = 'active')`

/** What the list reads of a client. */
export const listColumns = [
  'account.id',
  'account.version',
  'account.name',
  'account.status',
  'account.created_at',
  'account.is_retailer',
  'account.is_buyer_and_workshops_supervisor',
  'account.web_channel_url',
  topOfTree.as('organization_id'),
  linked('account_id').as('linked_buyers'),
  linked('buyer_account_id').as('linked_retailers'),
] as const

const orderColumns = {
  name: sql`search_text(account.name)`,
  status: sql.ref('account.status'),
  createdAt: sql.ref('account.created_at'),
} as const

/** Clients that pass the filters, and their number where it is asked for; of client administration's login. */
export async function listClients(
  tx: Tx,
  query: ClientsQuery,
): Promise<{ readonly members: readonly ListedClient[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  let all = tx.selectFrom('account').select(listColumns)
  if (query.q !== undefined) all = all.where(textMatches(sql`account.told`, query.q))
  if (query.status !== undefined) all = all.where('account.status', 'in', query.status)
  const modules = query.module
  if (modules !== undefined) {
    all = all.where((eb) =>
      eb.or(
        modules.map((one) =>
          eb(one === 'retailer' ? 'account.is_retailer' : 'account.is_buyer_and_workshops_supervisor', '=', true),
        ),
      ),
    )
  }
  const order = orderText(orderColumns, query.order, { name: 'asc' }, sql.ref('account.id'))
  const rows = await all.orderBy(order).limit(limit).offset(offset).execute()
  return { members: rows.map(listedClient), total: await totalOf(tx, all, query) }
}

/** A client as the list reads one. */
export type ListedRow = Pick<
  Selectable<Tables['account']>,
  | 'id'
  | 'version'
  | 'name'
  | 'status'
  | 'created_at'
  | 'is_retailer'
  | 'is_buyer_and_workshops_supervisor'
  | 'web_channel_url'
> & {
  readonly organization_id: string | null
  readonly linked_buyers: number
  readonly linked_retailers: number
}

/** A client as the list tells it. */
export function listedClient(row: ListedRow): ListedClient {
  return {
    id: row.id,
    version: row.version,
    organizationId: row.organization_id,
    name: row.name,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    isRetailer: row.is_retailer,
    isBuyerAndWorkshopsSupervisor: row.is_buyer_and_workshops_supervisor,
    webChannelUrl: row.web_channel_url,
    linkedBuyers: row.linked_buyers,
    linkedRetailers: row.linked_retailers,
  }
}
