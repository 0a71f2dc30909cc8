import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { ParcelState } from '#domain/delivery/parcel.ts'
import type { ParcelRow } from './parcel-queries.ts'

type Tx = Transaction<Tables>

/** The result of a parcel's order. */
export interface OrderChange {
  readonly state: Exclude<ParcelState, 'program'>
  readonly number?: string
  readonly url?: string | null
  readonly failure?: string | null
}

/** Notes the result of the order of a locked parcel. */
export async function noteOrder(tx: Tx, accountId: string, parcel: ParcelRow, change: OrderChange): Promise<void> {
  await sql`
    update parcel set state = ${change.state}, tracking_number = coalesce(${change.number ?? null}, tracking_number),
      tracking_url = case when ${change.number ?? null}::text is null then tracking_url else ${change.url ?? null} end,
      failure = ${change.failure ?? null}, updated_at = now()
    where account_id = ${accountId} and id = ${parcel.id}`.execute(tx)
}

/** Says the order's status on the buybacks of a parcel, unless a carrier has said more of them. */
export async function noteOrderStatus(
  tx: Tx,
  accountId: string,
  parcel: ParcelRow,
  status: DeliveryStatus & `ORDER_${string}`,
): Promise<void> {
  await sql`
    update buyback b set delivery_status = ${status}
    where b.account_id = ${accountId} and (b.delivery_status is null or b.delivery_status like 'ORDER_%')
      and b.delivery_status is distinct from ${status}
      and (b.id = ${parcel.buybackId} or b.id in (select i.buyback_id from package k
        join item i on i.account_id = k.account_id and i.id = any (k.item_ids)
        where k.account_id = ${accountId} and k.id = ${parcel.packageId}))`.execute(tx)
}

/** Keeps the label of a buyback's own parcel with its papers; false where that paper is not wanted any more. */
export async function keepLabel(
  tx: Tx,
  scope: { readonly accountId: string; readonly buybackId: string },
  { bytes, at }: { readonly bytes: Buffer; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await ofLabel(tx, scope)
    .set({ state: 'ready', bytes, ready_at: at })
    .where('state', '=', 'awaiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says that the label of a buyback's own parcel could not be made, is to be made or ordered, or is not wanted. */
export async function setLabelState(
  tx: Tx,
  scope: { readonly accountId: string; readonly buybackId: string },
  state: 'failed' | 'awaiting' | 'none',
): Promise<void> {
  await ofLabel(tx, scope)
    .set({ state, bytes: null, ready_at: null, attempts: 0, next_attempt_at: sql<Date>`now()` })
    .execute()
}

/**
 * Notes the state of a package's label: ready with its file and link, ordered again, failed, or not needed any more.
 */
export async function noteLabelOfPackage(
  tx: Tx,
  accountId: string,
  parcel: ParcelRow,
  label: {
    readonly state: 'ready' | 'awaiting' | 'failed' | 'none'
    readonly bytes?: Buffer
    readonly url?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('parcel')
    .set({ label: label.bytes ?? null })
    .where('account_id', '=', accountId)
    .where('id', '=', parcel.id)
    .execute()
  await tx
    .updateTable('package')
    .set({ label_state: label.state, label_link: label.url ?? null })
    .where('account_id', '=', accountId)
    .where('id', '=', parcel.packageId)
    .execute()
}

/** Orders a parcel once more, as a new order where the last one has definitely failed. */
export async function beginOrder(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  await sql`
    update parcel set state = 'ordering', failure = null, updated_at = now(),
      attempt = attempt + case when state in ('failed', 'cancelled') then 1 else 0 end
    where account_id = ${accountId} and id = ${parcel.id}`.execute(tx)
}

/** Gives a parcel a label of the program's own instead of the carrier's. */
export async function takeFromCarrier(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  await sql`
    update parcel set state = 'program', carrier_id = null, tracking_number = null, tracking_url = null, failure = null,
      updated_at = now()
    where account_id = ${accountId} and id = ${parcel.id}`.execute(tx)
}

function ofLabel(tx: Tx, { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string }) {
  return tx
    .updateTable('buyback_document')
    .where('account_id', '=', accountId)
    .where('buyback_id', '=', buybackId)
    .where('kind', '=', 'shipping_label')
}
