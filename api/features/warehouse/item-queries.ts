import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { windowOf } from '#api/http/list-page.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { listWarehouseItemsCall, WarehouseItemAnswer } from '#sync/calls/warehouse.ts'
import { answerOfItem, itemColumnsSql, type ItemListRow } from './item-row.ts'
import type { FloorReader } from './place.ts'

type ItemQuery = z.output<typeof listWarehouseItemsCall.query>

/**
 * Items by time. A warehouse's are those inside it and those bound for it; without a warehouse the whole account's, and
 * of a buyer what is assigned to it. Each part is one walk along an index that stops at the page's end.
 */
export async function listWarehouseItems(
  database: Database,
  caller: FloorReader,
  query: ItemQuery,
): Promise<Result<{ readonly members: readonly WarehouseItemAnswer[]; readonly total: number | null }, Failure>> {
  const warehouseId = caller.module === 'rps' ? caller.organizationId : query.warehouseId
  if (query.warehouseId !== undefined && query.warehouseId !== warehouseId) return refuse('REQUEST_NOT_FOUND')
  const { limit, offset } = windowOf(query)
  const direction = query.order.createdAt === 'asc' ? sql`asc` : sql`desc`
  const parts = partsOf(caller, warehouseId, query)
  const walks = parts.map(
    (part) => sql`(select i.id, i.created_at ${part}
      order by i.created_at ${direction}, i.id ${direction} limit ${limit + offset})`,
  )
  const page = sql<ItemListRow>`
    select ${itemColumnsSql}
    from (select w.id from (${sql.join(walks, sql` union all `)}) w
      order by w.created_at ${direction}, w.id ${direction} limit ${limit} offset ${offset}) k
    join item i on i.account_id = ${caller.accountId} and i.id = k.id
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join product p on p.account_id = i.account_id and p.id = i.product_id
    order by i.created_at ${direction}, i.id ${direction}`
  const rows = await readInAccount(database, caller.accountId, page.compile(database.app))
  const total = query.partial ? null : await count(database, caller.accountId, parts)
  return succeed({ members: rows.map(answerOfItem), total })
}

function partsOf({ accountId, module, homeAccountId }: FloorReader, warehouseId: string | undefined, query: ItemQuery) {
  const status = query.status === undefined ? sql`` : sql`and i.status = any (${query.status}::text[])`
  const present = sql`i.account_id = ${accountId} and i.archived_at is null ${status}`
  if (module === 'lcm') {
    return [
      sql`from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
        where ${present} and b.buyer_account_id = ${homeAccountId}
          and (${warehouseId ?? null}::uuid is null or i.warehouse_id = ${warehouseId ?? null}::uuid)`,
    ]
  }
  if (warehouseId === undefined) return [sql`from item i where ${present}`]
  return [
    sql`from item i where ${present} and i.warehouse_id = ${warehouseId}`,
    sql`from item i where ${present} and i.destination_warehouse_id = ${warehouseId}
      and i.warehouse_id is distinct from ${warehouseId}`,
  ]
}

async function count(database: Database, accountId: string, parts: readonly RawBuilder<unknown>[]): Promise<number> {
  const counts = parts.map((part) => sql`(select count(*) ${part})`)
  const query = sql<{ total: number }>`select (${sql.join(counts, sql` + `)})::int as total`
  const rows = await readInAccount(database, accountId, query.compile(database.app))
  return rows[0]?.total ?? 0
}
