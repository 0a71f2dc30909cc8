import type pg from 'pg'
import type * as z from 'zod'
import { windowOf } from '#api/http/list-page.ts'
import type { HeldOperationAnswer, listHeldCall } from '#sync/calls/sync.ts'
import { inAccountSql, type Statement } from './account-sql.ts'
import type { PullIdentity } from './scope.ts'

type HeldQuery = z.output<typeof listHeldCall.query>

/** Held, unresolved operations (`o`) of account $1 that the people of place $2 see; all of them where it is null. */
export const heldScope = `from sync_op o
  left join user_account u on u.account_id = o.account_id and u.id = o.user_id
  where o.account_id = $1 and o.status = 'held' and o.resolved_at is null
    and ($2::uuid is null or exists (select 1 from user_module m where m.account_id = o.account_id
      and m.user_id = o.user_id and m.module = o.module and m.organization_id = $2))`

const columns = `o.op_id as "opId", o.type, o.v, o.code, o.cause_op as "causeOp", (
    select w.first_name || ' ' || w.last_name from sync_op c
    join user_account w on w.account_id = c.account_id and w.id = c.user_id
    where c.account_id = o.account_id and c.op_id = o.cause_op) as "causeActorName", o.user_id as "actorId",
  coalesce(u.first_name || ' ' || u.last_name, '') as "actorName", o.module, o.device_id as "deviceId", o.args,
  o.captured_at as "capturedAt", o.received_at as "receivedAt"`

const oldestFirst: Statement = {
  name: 'sync-held-oldest',
  text: `select ${columns} ${heldScope} order by o.received_at, o.op_id limit $3 offset $4`,
}
const newestFirst: Statement = {
  name: 'sync-held-newest',
  text: `select ${columns} ${heldScope} order by o.received_at desc, o.op_id desc limit $3 offset $4`,
}
const countAll: Statement = { name: 'sync-held-count', text: `select count(*)::int as total ${heldScope}` }

type HeldRow = Omit<HeldOperationAnswer, 'capturedAt' | 'receivedAt'> & {
  readonly capturedAt: Date
  readonly receivedAt: Date
}

/** Held, unresolved operations: a warehouse's own users' for its people, the account's for admin types. */
export async function listHeld(
  pool: pg.Pool,
  identity: PullIdentity,
  query: HeldQuery,
): Promise<{ readonly members: readonly HeldOperationAnswer[]; readonly total: number | null }> {
  const { accountId } = identity
  const place = placeOf(identity)
  const { limit, offset } = windowOf(query)
  return inAccountSql(pool, accountId, 'repeatable read read only', async (sql) => {
    const statement = query.order.receivedAt === 'desc' ? newestFirst : oldestFirst
    const rows = await sql.rows<HeldRow>(statement, [accountId, place, limit, offset])
    const counted = query.partial ? [] : await sql.rows<{ total: number }>(countAll, [accountId, place])
    const members = rows.map((row) => ({
      ...row,
      capturedAt: row.capturedAt.toISOString(),
      receivedAt: row.receivedAt.toISOString(),
    }))
    return { members, total: counted[0]?.total ?? null }
  })
}

/** The warehouse whose held operations a user looks after; null for admin types, who look after all. */
export function placeOf({ module, organizationId }: PullIdentity): string | null {
  return module === 'rps' ? organizationId : null
}
