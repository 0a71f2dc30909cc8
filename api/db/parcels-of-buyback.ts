import { sql, type Transaction } from 'kysely'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { EventSource, ParcelKind, ParcelState } from '#domain/delivery/parcel.ts'
import { labelOfReturn } from './label-of-return.ts'
import type { Tables } from './tables.ts'

/** A parcel that the product of a buyback travelled in. */
export interface BuybackParcel {
  /** Null where nothing was told of it yet, and its label is the program's own. */
  readonly id: string | null
  readonly kind: ParcelKind
  readonly isCurrent: boolean
  /** The carrier's name, the account's for a label of the program's own. */
  readonly carrierName: string
  readonly state: ParcelState
  readonly trackingNumber: string | null
  readonly trackingUrl: string | null
  readonly failure: string | null
  readonly packageId: string | null
  readonly packageNumber: string | null
  readonly returnLabelId: string | null
  readonly count: number
}

/** What was told of a parcel. */
export interface ParcelEvent {
  readonly id: string
  readonly parcelId: string
  readonly at: Date
  readonly receivedAt: Date
  readonly status: DeliveryStatus
  readonly place: string | null
  readonly text: string | null
  readonly source: EventSource
  readonly enteredBy: string | null
}

interface Scope {
  readonly accountId: string
  readonly buybackId: string
}

/**
 * The parcels of a buyback's product, the one that it travels in now first: the one with its own label, the packages
 * that it was sent in, and one for each time that it went back to its customer.
 */
export async function readParcels(tx: Transaction<Tables>, scope: Scope): Promise<readonly BuybackParcel[]> {
  const { accountId, buybackId } = scope
  const { rows } = await sql<BuybackParcel>`
    with one as (
      select i.account_id, i.id as item_id, i.buyback_id, i.facts ->> 'packageId' as package_id,
        i.status in ('item_to_return', 'item_returned') as is_returning,
        ${labelOfReturn} as return_label_id
      from item i where i.account_id = ${accountId} and i.buyback_id = ${buybackId}
    ), found as (
      select 'own' as kind, p.id, p.carrier_id, p.state, case when p.carrier_id is null then d.number else p.tracking_number end as number, p.tracking_url,
        p.failure, null::uuid as package_id, null as package_number, null::uuid as return_label_id, 1 as count,
        not o.is_returning and o.package_id is null as is_current, coalesce(p.created_at, d.created_at) as made_at
      from one o
      left join buyback_document d on d.account_id = o.account_id and d.buyback_id = o.buyback_id
        and d.kind = 'shipping_label'
      left join parcel p on p.account_id = o.account_id and p.buyback_id = o.buyback_id
      where p.id is not null or d.number is not null
      union all
      select 'package', p.id, p.carrier_id, p.state, case when p.carrier_id is null then k.number else p.tracking_number end, p.tracking_url, p.failure,
        k.id, k.number, null, cardinality(k.item_ids), not o.is_returning and o.package_id = k.id::text, k.closed_at
      from one o
      join package k on k.account_id = o.account_id and k.status = 'closed' and (k.id::text = o.package_id
        or k.id in (select t.package_id from transport t where t.account_id = o.account_id and t.item_id = o.item_id))
      left join parcel p on p.account_id = k.account_id and p.package_id = k.id
      union all
      select 'return', p.id, p.carrier_id, p.state, case when p.carrier_id is null then l.number else p.tracking_number end, p.tracking_url, p.failure,
        null, null, l.id, 1, o.is_returning and l.id is not distinct from o.return_label_id, l.created_at
      from one o
      join return_label l on l.account_id = o.account_id and l.item_id = o.item_id
      left join parcel p on p.account_id = o.account_id and p.return_label_id = l.id
    )
    select f.id, f.kind, f.is_current as "isCurrent", coalesce(c.name, a.name) as "carrierName",
      coalesce(f.state, 'program') as state, f.number as "trackingNumber", f.tracking_url as "trackingUrl", f.failure,
      f.package_id as "packageId", f.package_number as "packageNumber", f.return_label_id as "returnLabelId", f.count
    from found f
    join account a on a.id = ${accountId}
    left join carrier c on c.account_id = ${accountId} and c.id = f.carrier_id
    order by f.is_current desc, f.made_at desc`.execute(tx)
  return rows
}

const eventLimit = 500

/** What was told of parcels, the earliest first by the carriers' own time. */
export async function readParcelEvents(
  tx: Transaction<Tables>,
  accountId: string,
  parcels: readonly BuybackParcel[],
): Promise<readonly ParcelEvent[]> {
  const ids = parcels.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return []
  const { rows } = await sql<ParcelEvent>`
    select e.id, e.parcel_id as "parcelId", e.at, e.received_at as "receivedAt", e.status, e.place, e.text, e.source,
      u.first_name || ' ' || u.last_name as "enteredBy"
    from delivery_event e
    left join user_account u on u.account_id = e.account_id and u.id = e.entered_by
    where e.account_id = ${accountId} and e.parcel_id = any (${ids}::uuid[])
    order by e.at, e.id limit ${eventLimit}`.execute(tx)
  return rows
}
