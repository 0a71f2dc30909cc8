import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { contactGapMs, sendingMs } from '#domain/buyback/price-version.ts'
import type { SaleNeeds } from '#sync/records.ts'

/**
 * Since when the devices of these sales may have kept them, by operation, in Unix milliseconds: since the user was first
 * signed in there, and since an arrival after which the device had a day of contact and brought something else. An
 * operation that has waited in the ledger is judged as of its own arrival. Each queue is walked back from its end.
 */
export async function readUnsentSince(
  tx: Transaction<Tables>,
  accountId: string,
  sales: readonly SaleNeeds[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const named = sales.flatMap(({ opId, deviceId, userId }) =>
    opId === undefined || deviceId === undefined || userId === undefined ? [] : [{ opId, deviceId, userId }],
  )
  if (named.length === 0) return new Map()
  const latestUpTo = (limit: ReturnType<typeof sql>) => sql`(
    select max(o.received_at) from sync_device d cross join lateral (
      select p.received_at from sync_op p where p.account_id = d.account_id and p.device_id = d.device_id
        and p.user_id = d.user_id and p.module = d.module and p.received_at <= ${limit}
      order by p.seq desc limit 1) o
    where d.account_id = ${accountId} and d.device_id = a.device_id and d.user_id = a.user_id)`
  const { rows } = await sql<{ readonly opId: string; readonly since: Date | null }>`
    select a.op_id as "opId", greatest(sent.at, signed.at) as since
    from unnest(${named.map(({ opId }) => opId)}::uuid[], ${named.map(({ deviceId }) => deviceId)}::uuid[],
      ${named.map(({ userId }) => userId)}::uuid[]) a (op_id, device_id, user_id)
    cross join lateral (select coalesce((select o.received_at from sync_op o where o.account_id = ${accountId}
      and o.op_id = a.op_id), ${now}::timestamptz) - ${contactGapMs} * interval '1 millisecond' as at) arrived
    cross join lateral (select ${latestUpTo(sql`arrived.at`)} - ${sendingMs} * interval '1 millisecond' as at) last
    cross join lateral (select ${latestUpTo(sql`last.at`)} as at) sent
    cross join lateral (select min(g.created_at) as at from device_grant g where g.account_id = ${accountId}
      and g.user_id = a.user_id and g.device_id = a.device_id) signed`.execute(tx)
  return new Map(rows.flatMap(({ opId, since }) => (since === null ? [] : [[opId, since.getTime()] as const])))
}
