/** Products of a published catalog, by the hash of what they say. */
export interface CounterCatalogPartTable {
  readonly account_id: string
  readonly id: string
  readonly products: unknown
  readonly created_at: Date
}

/** A catalog that counters sell by, or sold by. */
export interface CounterCatalogTable {
  readonly account_id: string
  readonly version: string
  readonly rules: unknown
  readonly parts: readonly string[]
  readonly product_count: number
  readonly published_at: Date
  /** Null while it is the published one. */
  readonly replaced_at: Date | null
  readonly seen: string
  readonly epoch: string
}

/** A key pair to which devices seal what customers confide. */
export interface CounterSealKeyTable {
  readonly account_id: string
  readonly id: string
  readonly point: Buffer
  readonly wrapped_key: Buffer
  readonly created_at: Date
}

/** Serial numbers of buybacks that a device has in reserve. */
export interface CounterNumberBlockTable {
  readonly account_id: string
  readonly first_serial: number
  readonly last_serial: number
  readonly device_id: string | null
  readonly user_id: string | null
  readonly drawn_at: Date
}

/** What a customer signed with, sealed by the customer's key. */
export interface CustomerSignatureTable {
  readonly account_id: string
  readonly customer_id: string
  readonly sealed: Buffer
  readonly signed_at: Date
}
