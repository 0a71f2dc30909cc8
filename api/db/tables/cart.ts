import type { Json } from './column.ts'

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
