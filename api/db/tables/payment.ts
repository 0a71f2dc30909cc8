import type { Generated, GeneratedAlways } from 'kysely'
import type { Currency } from '#domain/kernel/languages.ts'
import type { ReleaseState, ReleaseSubject } from '#domain/payment/payment-release.ts'
import type { PaymentProvider } from '#domain/payment/payment-provider.ts'
import type { Json, NullableJson } from './column.ts'

/** Whose money files of transfers debit. */
export interface PayerTable {
  readonly account_id: string
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  readonly town: string
  readonly country: string
  readonly updated_at: Generated<Date>
}

/** What is owed for a settled buyback; its status and its promised day are the buyback's columns. */
export interface PaymentTable {
  readonly account_id: string
  readonly id: string
  readonly buyback_id: string
  readonly amount_cents: number
  /** What of it the retailer pays, and the buyer does not. */
  readonly absorbed_cents: Generated<number>
  readonly currency: Currency
  readonly payment_mode_id: string | null
  readonly provider: PaymentProvider | null
  readonly created_at: Generated<Date>
  readonly attempts: Generated<number>
  readonly completed_at: Date | null
  readonly complementary_information: string | null
  readonly marked_by: string | null
  /** When a loss made it due again after its buyback was cancelled. */
  readonly owed_again_at: Date | null
}

/** A file of bank transfers. */
export interface PaymentFileTable {
  readonly account_id: string
  readonly id: string
  readonly message_id: string
  readonly created_at: Date
  readonly created_by: string | null
  readonly execute_on: string
  readonly count: number
  readonly total_cents: number
  readonly currency: Currency
  readonly payer: Json
  readonly sent_at: Date | null
  readonly sent_by: string | null
  readonly told: GeneratedAlways<string>
}

/** Above which amount an account asks for two people; null for one only. */
export interface PaymentRuleTable {
  readonly account_id: string
  readonly release_above_cents: number | null
  readonly on_since: Generated<Date | null>
  readonly version: Generated<number>
}

/** What waits, or waited, for a second person. */
export interface PaymentReleaseTable {
  readonly account_id: string
  readonly id: string
  readonly subject: ReleaseSubject
  readonly state: Generated<ReleaseState>
  readonly payment_id: string | null
  readonly attempt: number | null
  readonly payee_digest: Buffer | null
  readonly file_id: string | null
  readonly amount_cents: number | null
  readonly currency: Currency | null
  readonly note: string | null
  readonly change: NullableJson
  readonly made_at: Date
  readonly made_by: string | null
  readonly made_by_name: Generated<string | null>
  readonly decided_at: Date | null
  readonly decided_by: string | null
  readonly decided_by_name: Generated<string | null>
  readonly reason: string | null
  /** When a decision stopped to count, because its payment was cancelled. */
  readonly over_at: Generated<Date | null>
}

/** What a provider was asked, once. */
export interface PaymentAttemptTable {
  readonly account_id: string
  readonly id: string
  readonly payment_id: string
  readonly number: number
  readonly key: string
  readonly provider: Exclude<PaymentProvider, 'manual'>
  readonly state: Generated<'started' | 'accepted' | 'completed' | 'failed'>
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly reference: string | null
  readonly failure: string | null
  readonly file_id: string | null
  readonly payee: Buffer | null
  /** The account's own service that it was sent to; null: the installation's. */
  readonly configuration_id: Generated<string | null>
  /** By which address and key of it. */
  readonly service_mark: Generated<string | null>
}

/** A voucher or gift card that the program issued. */
export interface VoucherTable {
  readonly account_id: string
  readonly id: string
  readonly payment_id: string
  readonly type: 'voucher' | 'gift_card'
  readonly code: string
  readonly amount_cents: number
  readonly currency: Currency
  readonly issued_at: Date
}

/** One line of a posting. */
export interface LedgerEntryTable {
  readonly account_id: string
  readonly id: string
  readonly posting_id: string
  readonly payment_id: string
  readonly kind: 'owed' | 'paid' | 'cancelled'
  readonly ledger: 'purchases' | 'absorption' | 'customers' | 'bank' | 'manual' | 'vouchers' | 'provider'
  readonly amount_cents: number
  readonly currency: Currency
  readonly posted_at: Generated<Date>
}

/** One line of the register of purchases. */
export interface PurchaseRegisterTable {
  readonly account_id: string
  readonly number: number
  readonly buyback_id: string
  readonly recorded_at: Date
  readonly content: string
  readonly previous_hash: Buffer
  readonly hash: Buffer
  readonly told: GeneratedAlways<string>
}

/** The last line of an account's register. */
export interface PurchaseRegisterHeadTable {
  readonly account_id: string
  readonly number: number
  readonly hash: Buffer
}
