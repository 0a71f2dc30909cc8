import type { Generated, GeneratedAlways } from 'kysely'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { RelayPoint, RelaySource } from '#domain/circuit/relay-points.ts'
import type { CircuitType, DefaultedJson, InstructionType, NullableJson, TranslationsColumn } from './column.ts'

/** A way to pay the customer. */
export interface PaymentModeTable {
  readonly account_id: string
  readonly id: string
  readonly type: PaymentType
  readonly label: string
  readonly description: string | null
  readonly long_description: string | null
  readonly mail_content: string | null
  readonly provider: Generated<'none' | 'bank_transfer' | 'gift_card' | 'card_payment' | 'other'>
  readonly status: Generated<'active' | 'inactive' | 'archived'>
  readonly position: Generated<number>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly modifier_type: Generated<'none' | 'percentage' | 'fixed'>
  readonly modifier_value: Generated<number>
  readonly modifier_cap_cents: number | null
  readonly translations: TranslationsColumn
}

/** A way for the product to travel. */
export interface ShippingMethodTable {
  readonly account_id: string
  readonly id: string
  readonly type: CircuitType
  readonly channel: GeneratedAlways<string>
  readonly description: string | null
  readonly available_countries: Generated<string[]>
  readonly status: Generated<'active' | 'inactive' | 'archived'>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly modifier_type: Generated<'none' | 'percentage' | 'fixed'>
  readonly modifier_value: Generated<number>
  readonly modifier_cap_cents: number | null
  readonly translations: TranslationsColumn
  readonly pickup: NullableJson
  readonly relay_points: RelaySource | null
}

/** A point of the file of a shipping method. */
export interface RelayPointTable {
  readonly account_id: string
  readonly shipping_method_id: string
  readonly reference: string
  readonly point: RelayPoint
}

/** Channel and deposit, with its instructions and modifier. */
export interface CircuitTable {
  readonly account_id: string
  readonly id: string
  readonly type: CircuitType
  readonly channel: GeneratedAlways<string>
  readonly deposit: GeneratedAlways<string>
  readonly name: string
  readonly description: string | null
  readonly transfer_order_number_of_copy: Generated<number>
  readonly eligible_countries: Generated<string[]>
  readonly status: Generated<'enabled' | 'disabled' | 'archived'>
  readonly own_label: Generated<boolean>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
  readonly modifier_type: Generated<'none' | 'percentage' | 'fixed'>
  readonly modifier_value: Generated<number>
  readonly modifier_cap_cents: number | null
  readonly translations: TranslationsColumn
}

/** A step that the customer is told. */
export interface CircuitInstructionTable {
  readonly account_id: string
  readonly id: string
  readonly circuit_id: string
  readonly sequence: number
  readonly type: InstructionType
  readonly label: string
  readonly translations: TranslationsColumn
}

export interface CircuitPaymentModeTable {
  readonly account_id: string
  readonly circuit_id: string
  readonly payment_mode_id: string
}

export interface CircuitShippingMethodTable {
  readonly account_id: string
  readonly circuit_id: string
  readonly shipping_method_id: string
}

/** A circuit for a set of categories. */
export interface DispatchCircuitRuleTable {
  readonly account_id: string
  readonly id: string
  readonly circuit_id: string
  readonly description: string | null
  readonly terms: string | null
  readonly traceability_enabled: Generated<boolean>
  readonly status: Generated<'enabled' | 'disabled'>
  readonly highlighted_instruction: string | null
  readonly translations: TranslationsColumn
  readonly eligible_countries: Generated<string[]>
  readonly custom_values: DefaultedJson
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

export interface DispatchCircuitRuleCategoryTable {
  readonly account_id: string
  readonly rule_id: string
  readonly category_id: string
}
