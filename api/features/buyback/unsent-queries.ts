import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { contactGapMs, sendingMs } from '#domain/buyback/catalog-promise.ts'
import type { SaleNeeds } from '#sync/records.ts'

/** A queue that may have held a sale: of the device that sends it, or of one by whose numbers it sells. */
interface Queue {
  readonly opId: string
  readonly deviceId: string
  readonly userId: string
  readonly module: string
}

/**
 * Since when the devices of these sales may have kept them, by operation, in Unix milliseconds: since the user was first
 * signed in there, and since an arrival after which the device had a day of contact and brought something else. An
 * operation that has waited in the ledger is judged as of its own arrival. Each queue is walked back from its end.
 *
 * A device that got a new id sells by the numbers of its earlier one (`drawnBy`), and may have kept a sale since that.
 */
export async function readUnsentSince(
  tx: Transaction<Tables>,
  accountId: string,
  sales: readonly SaleNeeds[],
  drawnBy: (number: string) => string | null,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const queues = sales.flatMap((sale) => queuesOf(sale, drawnBy))
  if (queues.length === 0) return new Map()
  const latestUpTo = (limit: ReturnType<typeof sql>) => sql`(
    select p.received_at from sync_op p where p.account_id = ${accountId} and p.device_id = a.device_id
      and p.user_id = a.user_id and p.module = a.module and p.received_at <= ${limit}
    order by p.seq desc limit 1)`
  const { rows } = await sql<{ readonly opId: string; readonly since: Date | null }>`
    select a.op_id as "opId", case when bool_or(signed.at is null and sent.at is null) then null
      else min(greatest(sent.at, signed.at)) end as since
    from unnest(${queues.map(({ opId }) => opId)}::uuid[], ${queues.map(({ deviceId }) => deviceId)}::uuid[],
      ${queues.map(({ userId }) => userId)}::uuid[], ${queues.map(({ module }) => module)}::text[])
      a (op_id, device_id, user_id, module)
    cross join lateral (select coalesce((select o.received_at from sync_op o where o.account_id = ${accountId}
      and o.op_id = a.op_id), ${now}::timestamptz) - ${contactGapMs} * interval '1 millisecond' as at) arrived
    cross join lateral (select ${latestUpTo(sql`arrived.at`)} - ${sendingMs} * interval '1 millisecond' as at) last
    cross join lateral (select case when last.at is not null then ${latestUpTo(sql`last.at`)} end as at) sent
    cross join lateral (select min(g.created_at) as at from device_grant g where g.account_id = ${accountId}
      and g.user_id = a.user_id and g.device_id = a.device_id) signed
    group by a.op_id`.execute(tx)
  return new Map(rows.flatMap(({ opId, since }) => (since === null ? [] : [[opId, since.getTime()] as const])))
}

function queuesOf(
  { opId, deviceId, userId, module, lines }: SaleNeeds,
  drawnBy: (number: string) => string | null,
): readonly Queue[] {
  if (opId === undefined || deviceId === undefined || userId === undefined || module === undefined) return []
  const givers = lines.flatMap(({ number }) => (number === null ? [] : (drawnBy(number) ?? [])))
  return [...new Set([deviceId, ...givers])].map((id) => ({ opId, deviceId: id, userId, module }))
}
