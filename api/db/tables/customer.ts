import type { CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import type { NoticeKind } from '#domain/buyback/notice-kind.ts'
import type { IdentificationType } from '#domain/customer/identification-type.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Generated, GeneratedAlways } from 'kysely'

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

/** What a customer is still to be told of a buyback. */
export interface CustomerNoticeTable {
  readonly account_id: string
  readonly buyback_id: string
  readonly kind: NoticeKind
  readonly due_at: Generated<Date>
  readonly attempts: Generated<number>
}

/** What a customer asks to be corrected, until the link of its mail confirms it. */
export interface CustomerCorrectionTable {
  readonly account_id: string
  readonly id: string
  readonly customer_id: string
  readonly buyback_id: string
  readonly kind: CorrectionKind
  readonly token_hash: Buffer
  /** Null once it has ended, or nobody has confirmed it in time. */
  readonly sealed: Buffer | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly ended_at: Date | null
  readonly outcome: 'applied' | 'replaced' | null
}

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
  /** The last time that the customer, or one who shares the phone or e-mail, did not agree to it. */
  readonly found_again_ended_at: Date | null
  /** When everything that names the person was destroyed. */
  readonly erased_at: Date | null
  readonly created_at: Generated<Date>
  readonly told: GeneratedAlways<string>
}
