import type { NoticeKind } from '#domain/buyback/notice-kind.ts'
import type { Generated } from 'kysely'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import type { Json } from './column.ts'

/** Serial numbers of buybacks, reserved for one drawer. */
export interface BuybackNumberBlockTable {
  readonly first_serial: number
  readonly last_serial: number
  readonly drawn_at: Generated<Date>
}

/** The key of one customer's secrets, wrapped by the master key. */
export interface CustomerKeyTable {
  readonly account_id: string
  readonly customer_id: string
  readonly wrapped_key: Buffer
  readonly created_at: Generated<Date>
}

/** A sealed secret of a customer. */
export interface CustomerSecretTable {
  readonly account_id: string
  readonly customer_id: string
  readonly kind: 'identity_number' | 'iban'
  readonly sealed: Buffer
  readonly created_at: Generated<Date>
}

/** A cart whose lines become buybacks together. */
export interface CartTable {
  readonly account_id: string
  readonly id: string
  readonly visitor_id: string | null
  readonly user_id: string | null
  readonly store_id: string | null
  /** Opens the lines; null once they are buybacks. */
  readonly wrapped_key: Buffer | null
  readonly created_at: Date
  readonly validated_at: Date | null
}

export interface CartLineTable {
  readonly account_id: string
  readonly cart_id: string
  readonly in_cart_id: string
  readonly position: number
  readonly buyback_id: string
  readonly total_cents: number
  readonly seller_mac: Buffer
  readonly body_mac: Buffer
  readonly answer: Json
  /** The contract with its customer; null once it is a buyback. */
  readonly sealed: Buffer | null
  readonly created_at: Date
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

/** What a customer is still to be told of a buyback. */
export interface CustomerNoticeTable {
  readonly account_id: string
  readonly buyback_id: string
  readonly kind: NoticeKind
  readonly due_at: Generated<Date>
  readonly attempts: Generated<number>
}
