import type { Generated, GeneratedAlways } from 'kysely'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { IdentificationType } from '#domain/customer/identification-type.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { PaymentStatus } from '#domain/buyback/payment-status.ts'
import type { ItemStatus, NativeStock } from '#domain/item/item-status.ts'
import type { Grade, Json, NullableJson } from './column.ts'

/** The person who sells a product. */
export interface CustomerTable {
  readonly account_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  /** First and last name as the customer spells them in Latin letters; null where they are written in them. */
  readonly latin_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly street: string | null
  readonly street_more: string | null
  readonly zip_code: string | null
  readonly city: string | null
  readonly country: string | null
  readonly language: Language | null
  readonly identification_type: IdentificationType | null
  readonly identification_issued_on: string | null
  readonly identification_authority: string | null
  readonly account_holder: string | null
  /** The bank of the account, where transfers have to name it. */
  readonly account_bic: string | null
  /** Sealed for the register of purchases, which outlives an erased customer. */
  readonly register_identity: Buffer | null
  /** The customer of the cart that a finalised buyback was part of; null but where it got a customer of its own. */
  readonly set_apart_from: string | null
  /** The last sale at which the customer agreed to be found again at a counter; null where there is none. */
  readonly found_again_since: Date | null
  /** When everything that names the person was destroyed. */
  readonly erased_at: Date | null
  readonly created_at: Generated<Date>
  readonly told: GeneratedAlways<string>
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
  readonly declaration: NullableJson
  /** The declared price with the modifiers of the declaration: what the contract promises. */
  readonly promised_price_cents: GeneratedAlways<number | null>
  readonly version: Generated<number>
}

/** A place in a warehouse; five of each warehouse are native. */
export interface StockTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly name: string
  readonly identifier: string | null
  readonly location: string | null
  readonly native: NativeStock | null
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** The physical product of a buyback. */
export interface ItemTable {
  readonly account_id: string
  readonly id: string
  readonly buyback_id: string
  readonly identification_number: string
  readonly product_id: string
  readonly imei: string | null
  readonly serial_number: string | null
  readonly status: ItemStatus
  readonly stock_id: string | null
  readonly warehouse_id: string | null
  readonly destination_warehouse_id: string
  readonly store_id: string | null
  readonly tested: Generated<boolean>
  readonly left_status: ItemStatus | null
  readonly keeps_money: Generated<boolean>
  readonly comment: string | null
  readonly latest_move_at: Date | null
  readonly version: Generated<number>
  readonly last_op_id: string | null
  readonly last_op_type: string | null
  readonly last_op_actor: string | null
  readonly last_op_before: NullableJson
  readonly facts: NullableJson
  readonly archived_at: Date | null
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

/** What happened to an item; append only. */
export interface ItemHistoryTable {
  readonly account_id: string
  readonly id: string
  readonly item_id: string
  readonly action: string
  readonly device_at: Date | null
  readonly server_at: Generated<Date>
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly warehouse_id: string | null
  readonly from_status: ItemStatus | null
  readonly to_status: ItemStatus | null
  readonly from_stock_id: string | null
  readonly to_stock_id: string | null
  readonly op_id: string | null
  readonly comment: string | null
  readonly details: NullableJson
}

/** Questions of a category as they stood on one day. */
export interface QuestionnaireTable {
  readonly account_id: string
  readonly id: string
  readonly category_id: string
  readonly content: Json
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** A stock that was counted. */
export interface StockCountTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly stock_id: string
  readonly device_id: string
  readonly user_id: string
  readonly ended_at: Date
  readonly expected_count: number
  readonly present_count: number
  readonly missing_count: number
  readonly unexpected_count: number
  readonly comment: string | null
}

/** Scans between a first one and a count. */
export interface CheckInRoundTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly device_id: string
  readonly user_id: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly typed_count: number | null
  readonly distinct_count: number | null
  /** Distinct products of the check-ins that the server knows; null where it is the distinct count. */
  readonly known_count: Generated<number | null>
  readonly comment: string | null
  readonly version: Generated<number>
}
