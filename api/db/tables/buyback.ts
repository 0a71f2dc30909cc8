import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Grade, Json, NullableJson } from './column.ts'

/** Serial numbers of buybacks, reserved for one drawer. */
export interface BuybackNumberBlockTable {
  readonly first_serial: number
  readonly last_serial: number
  readonly drawn_at: Generated<Date>
}

/** A locked offer. */
export interface QuoteTable {
  readonly account_id: string
  readonly id: string
  readonly token_hash: Buffer
  readonly product_id: string
  readonly content: Json
  readonly price_version: string
  readonly created_at: Date
  readonly expires_at: Date
  /** What was sold by it last; null for nothing yet. */
  readonly buyback_id: string | null
}

/** The slot in which a buyback's product is collected. */
export interface PickupBookingTable {
  readonly account_id: string
  readonly buyback_id: string
  readonly shipping_method_id: string
  readonly visit_id: string
  readonly day: string | null
  readonly opens: string | null
  readonly closes: string | null
  readonly asked_day: string | null
  readonly asked_opens: string | null
  readonly asked_closes: string | null
  readonly asked_at: Date | null
  readonly changed_at: Date
}

/** The point where a buyback's parcel is handed over, as it was when it was chosen. */
export interface BuybackRelayPointTable {
  readonly account_id: string
  readonly buyback_id: string
  readonly point: RelayPoint
}

/** The contract with one customer for one product. */
export interface BuybackTable {
  readonly account_id: string
  readonly id: string
  readonly identification_number: string
  readonly external_code: string | null
  readonly status: BuybackStatus
  readonly delivery_status: DeliveryStatus | null
  readonly circuit_id: string
  readonly store_id: string | null
  readonly buyer_organization_id: string | null
  readonly buyer_account_id: string | null
  readonly customer_id: string | null
  readonly category_id: string
  readonly product_id: string
  readonly predeclared_grade: Grade | null
  readonly predeclared_price_cents: number | null
  readonly declared_grade: Grade | null
  readonly declared_price_cents: number | null
  readonly controlled_grade: Grade | null
  readonly controlled_price_cents: number | null
  readonly validated_grade: Grade | null
  readonly validated_price_cents: number | null
  readonly bonus_cents: Generated<number>
  readonly payment_status: Generated<PaymentStatus>
  readonly payment_mode_id: string | null
  readonly shipping_method_id: string | null
  readonly cancel_reason: 'customer_retraction' | 'technical_problem' | 'other' | null
  readonly cancel_comment: string | null
  readonly created_at: Generated<Date>
  readonly settled_at: Date | null
  /** When it was cancelled or not completed. */
  readonly ended_at: Date | null
  readonly promised_payment_on: string | null
  /** Until when its customer hands the product over, as it was said at the sale. */
  readonly send_by: string | null
  readonly declaration: NullableJson
  /** The declared price with the modifiers of the declaration: what the contract promises. */
  readonly promised_price_cents: GeneratedAlways<number | null>
  readonly version: Generated<number>
}
