import { sql, type Transaction } from 'kysely'
import type { ChangedItem } from '#api/db/item-change.ts'
import { labelOfReturn } from '#api/db/label-of-return.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { DeliveryFact } from '#domain/delivery/carrier-event.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { EventSource, ParcelKind } from '#domain/delivery/parcel.ts'
import { inParcel, type ParcelRow } from './parcel-queries.ts'

type Tx = Transaction<Tables>

/** An event, ready to be kept. */
export interface NewEvent {
  /** Null where it was entered, or came in a file. */
  readonly carrierId: string | null
  readonly eventId: string
  readonly at: Date
  readonly status: DeliveryStatus
  readonly place: string | null
  readonly text: string | null
  readonly source: EventSource
  readonly enteredBy: string | null
}

/** Keeps an event; false where it is known. */
export async function insertEvent(tx: Tx, accountId: string, parcelId: string, event: NewEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into delivery_event (account_id, id, parcel_id, carrier_id, event_id, at, status, place, text, source,
      entered_by)
    values (${accountId}, ${newId()}, ${parcelId}, ${event.carrierId}, ${event.eventId}, ${event.at}, ${event.status},
      ${event.place}, ${event.text}, ${event.source}, ${event.enteredBy})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Whether an event that was entered, or came in a file, is known. */
export async function isEventKnown(tx: Tx, accountId: string, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from delivery_event where account_id = ${accountId} and carrier_id is null and event_id = ${eventId}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Name of an event among those of its parcel, regardless of its source. */
export function factId({ carrierId, eventId }: Pick<NewEvent, 'carrierId' | 'eventId'>): string {
  return `${carrierId ?? ''}:${eventId}`
}

/** What was told of a parcel, as far as it counts. */
export async function readFacts(tx: Tx, accountId: string, parcelId: string): Promise<readonly DeliveryFact[]> {
  const { rows } = await sql<{ carrierId: string | null; eventId: string; at: Date; status: DeliveryStatus }>`
    select carrier_id as "carrierId", event_id as "eventId", at, status from delivery_event
    where account_id = ${accountId} and parcel_id = ${parcelId}`.execute(tx)
  return rows.map((row) => ({ id: factId(row), atMs: row.at.getTime(), status: row.status }))
}

/** An item that travels in a parcel, as its carrier's word finds it. */
export interface CarriedRow extends ChangedItem {
  readonly deliveryStatus: DeliveryStatus | null
  readonly parcel: ParcelKind
  readonly isCurrent: boolean
  readonly beforeWarehouseId: string | null
  readonly beforeStockId: string | null
  readonly cameBackWithIt: boolean
}

/**
 * The items of a locked parcel: whether they travel in it still, where they stood before they last left, and whether
 * this parcel came back with them.
 */
export async function readCarried(tx: Tx, accountId: string, parcel: ParcelRow): Promise<readonly CarriedRow[]> {
  const { rows } = await sql<CarriedRow>`
    select i.id as "itemId", b.id as "buybackId", b.delivery_status as "deliveryStatus", i.status,
      b.status as "buybackStatus", i.stock_id as "stockId", i.warehouse_id as "warehouseId",
      i.destination_warehouse_id as "destinationWarehouseId", i.tested, i.left_status as "leftStatus",
      i.keeps_money as "keepsMoney",
      case when p.package_id is not null then 'package' when p.item_id is not null then 'return' else 'own' end as parcel,
      case when p.item_id is not null
          then i.status in ('item_to_return', 'item_returned') and p.return_label_id is not distinct from ${labelOfReturn}
        when p.package_id is not null then i.facts ->> 'packageId' = p.package_id::text
        else i.facts ->> 'packageId' is null and i.status not in ('item_to_return', 'item_returned') end as "isCurrent",
      d.warehouse_id as "beforeWarehouseId", t.id as "beforeStockId",
      coalesce(l.action = 'back_to_sender' and l.details ->> 'parcelId' = p.id::text, false) as "cameBackWithIt"
    from parcel p
    join item i on i.account_id = p.account_id and ${inParcel({ accountId, parcelId: parcel.id })}
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    left join lateral (
      select h.warehouse_id, h.from_stock_id from item_history h
      where h.account_id = i.account_id and h.item_id = i.id and h.to_status = 'item_in_transit'
        and h.from_status <> h.to_status
      order by h.server_at desc, h.id desc limit 1
    ) d on true
    left join stock t on t.account_id = i.account_id and t.id = d.from_stock_id and t.warehouse_id = d.warehouse_id
    left join lateral (
      select h.action, h.details from item_history h where h.account_id = i.account_id and h.item_id = i.id
      order by h.server_at desc, h.id desc limit 1
    ) l on true
    where p.account_id = ${accountId} and p.id = ${parcel.id}
    order by i.id`.execute(tx)
  return rows
}

/** Says the status of a delivery on buybacks. */
export async function writeDeliveryStatus(
  tx: Tx,
  accountId: string,
  buybackIds: readonly string[],
  status: DeliveryStatus,
): Promise<void> {
  await sql`
    update buyback set delivery_status = ${status}
    where account_id = ${accountId} and id = any (${[...buybackIds]}::uuid[])`.execute(tx)
}

/** Notes that a product has left by its own label, with any carrier. */
export async function insertTransport(tx: Tx, accountId: string, carried: CarriedRow, at: Date): Promise<void> {
  await tx
    .insertInto('transport')
    .values({
      account_id: accountId,
      id: newId(),
      buyback_id: carried.buybackId,
      item_id: carried.itemId,
      package_id: null,
      order_link: null,
      created_at: at,
    })
    .execute()
}
