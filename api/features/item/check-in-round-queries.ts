import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { Tables } from '#api/db/tables.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { listRoundsCall, RoundAnswer } from '#sync/calls/item.ts'
import type { FloorReader } from './place.ts'

type RoundQuery = z.output<typeof listRoundsCall.query>
type RoundRow = Omit<RoundAnswer, 'startedAt' | 'endedAt'> & { readonly startedAt: Date; readonly endedAt: Date | null }

/** Rounds of a warehouse, newest first unless asked otherwise, with the outcomes of their check-ins. */
export async function listRounds(
  tx: Transaction<Tables>,
  { accountId }: FloorReader,
  warehouseId: string,
  query: RoundQuery,
): Promise<{ readonly members: readonly RoundAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const direction = query.order.startedAt === 'asc' ? sql`asc` : sql`desc`
  const users = query.userId === undefined ? sql`` : sql`and c.user_id = any (${query.userId}::uuid[])`
  const from = sql`from check_in_round c where c.account_id = ${accountId} and c.warehouse_id = ${warehouseId} ${users}`
  const found = await sql<RoundRow>`
    select c.id, c.warehouse_id as "warehouseId", c.user_id as "userId",
      u.first_name || ' ' || u.last_name as "userName", c.started_at as "startedAt", c.ended_at as "endedAt",
      c.typed_count as "typedCount", c.distinct_count as "distinctCount",
      c.known_count as "knownCount", c.comment, n.applied, n.refused, n.held
    from (select c.* ${from} order by c.started_at ${direction}, c.id ${direction} limit ${limit} offset ${offset}) c
    join user_account u on u.account_id = c.account_id and u.id = c.user_id
    cross join lateral (
      select count(*) filter (where o.status = 'applied')::int as applied,
        count(*) filter (where o.status in ('rejected', 'blocked_by'))::int as refused,
        count(*) filter (where o.status = 'held')::int as held
      from sync_op o where o.account_id = c.account_id and o.round_id = c.id) n
    order by c.started_at ${direction}, c.id ${direction}`.execute(tx)
  const total = query.partial ? null : await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tx)
  const members = found.rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return { members, total: total?.rows[0]?.total ?? null }
}
