/** A column whose texts are sealed by the lasting key of their owner. */
export interface SealedColumn {
  readonly table: 'carrier' | 'user_code' | 'sso_configuration' | 'payment_attempt' | 'customer'
  readonly column: string
  readonly id: string
  readonly owner: (accountId: string, id: string) => string
  readonly label: (id: string, accountId: string) => string
}

/** A column `wrapped_key` whose keys the master key wraps; `id` names the row within its account. */
export interface WrappedColumn {
  readonly table: 'customer_key' | 'cart' | 'counter_seal_key'
  readonly id: string
  readonly owner: (accountId: string, id: string) => string
}
