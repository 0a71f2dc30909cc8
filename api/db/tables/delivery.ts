import type { Generated } from 'kysely'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { EventSource, ParcelState } from '#domain/delivery/parcel.ts'

/** A carrier that is reached over HTTP; its secrets are sealed by the vault. */
export interface CarrierTable {
  readonly account_id: string
  readonly id: string
  readonly name: string
  readonly url: string
  readonly api_key: Buffer
  readonly event_secret: Buffer
  readonly status: Generated<'active' | 'inactive'>
  readonly serves_packages: Generated<boolean>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** Whose parcels a carrier takes: those of a circuit or of a shipping method. */
export interface CarrierServiceTable {
  readonly account_id: string
  readonly carrier_id: string
  readonly circuit_id: string | null
  readonly shipping_method_id: string | null
}

/** What travels under one number: a buyback's product, a package, or an item on its way back. */
export interface ParcelTable {
  readonly account_id: string
  readonly id: string
  /** Null where the label is the program's own. */
  readonly carrier_id: string | null
  readonly buyback_id: string | null
  readonly package_id: string | null
  readonly item_id: string | null
  /** That of the return; of the same item. */
  readonly return_label_id: string | null
  readonly state: ParcelState
  readonly attempt: Generated<number>
  readonly tracking_number: string | null
  readonly tracking_url: string | null
  readonly failure: string | null
  readonly label: Buffer | null
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

/** What a carrier said of a parcel; append only. */
export interface DeliveryEventTable {
  readonly account_id: string
  readonly id: string
  readonly parcel_id: string
  readonly carrier_id: string | null
  readonly event_id: string
  readonly at: Date
  readonly status: DeliveryStatus
  readonly place: string | null
  readonly text: string | null
  readonly source: EventSource
  readonly entered_by: string | null
  readonly received_at: Generated<Date>
}
