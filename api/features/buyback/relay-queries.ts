import { sql, type Transaction } from 'kysely'
import { relayOffered } from '#api/db/relay-point-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { RelayPoint, RelaySource } from '#domain/circuit/relay-points.ts'
import type { MethodScope } from './pickup-queries.ts'

type Tx = Transaction<Tables>

/** Where the points of a shipping method come from; null where customers choose none. */
export async function readRelaySource(
  tx: Tx,
  { accountId, shippingMethodId }: MethodScope,
): Promise<RelaySource | null> {
  const { rows } = await sql<{ source: RelaySource }>`select s.relay_points as source from shipping_method s
    where s.account_id = ${accountId} and s.id = ${shippingMethodId} and ${relayOffered('s')}`.execute(tx)
  return rows[0]?.source ?? null
}

/** The points of a shipping method's file. */
export async function readFilePoints(
  tx: Tx,
  { accountId, shippingMethodId }: MethodScope,
): Promise<readonly RelayPoint[]> {
  const { rows } = await sql<{ point: RelayPoint }>`select r.point from relay_point r
    where r.account_id = ${accountId} and r.shipping_method_id = ${shippingMethodId}
    order by r.reference collate "C"`.execute(tx)
  return rows.map(({ point }) => point)
}

/** A point of a shipping method's file by its reference; null where it has none. */
export async function readFilePoint(
  tx: Tx,
  { accountId, shippingMethodId }: MethodScope,
  reference: string,
): Promise<RelayPoint | null> {
  const { rows } = await sql<{ point: RelayPoint }>`select r.point from relay_point r
    where r.account_id = ${accountId} and r.shipping_method_id = ${shippingMethodId}
      and r.reference = ${reference}`.execute(tx)
  return rows[0]?.point ?? null
}

/** Notes the point of a buyback as its customer has chosen it. */
export async function insertRelayPoint(
  tx: Tx,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
  point: RelayPoint,
): Promise<void> {
  await sql`insert into buyback_relay_point (account_id, buyback_id, point)
    values (${accountId}, ${buybackId}, ${JSON.stringify(point)}::jsonb)`.execute(tx)
}
