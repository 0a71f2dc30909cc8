import type { Grade } from '../catalog/grade.ts'
import type { PaymentType } from '../circuit/payment-type.ts'
import type { PackagePlace } from './document-content.ts'

/** Who buys: its place, and by which numbers it is registered. */
export interface BuyerParty extends PackagePlace {
  readonly siret: string | null
  readonly capital: string | null
}

/** A line of a price: what it is, and its amount as the reader's language writes it. */
export interface AmountLine {
  readonly label: string
  readonly amount: string
}

/** What the papers of a buyback say. Amounts and days are as the reader's language writes them. */
export interface BuybackContent {
  /** Identification number of the buyback. */
  readonly number: string
  readonly accountName: string
  readonly createdOn: string
  readonly customer: PackagePlace
  readonly buyer: BuyerParty
  /** The store that takes the product; null on the web. */
  readonly store: PackagePlace | null
  /** The warehouse that tests it. */
  readonly warehouse: PackagePlace
  readonly product: string
  /** Weight and sizes of the product, as far as they are known. */
  readonly measures: string | null
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly grade: Grade | null
  /** Questions with the answers that the customer declared. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly estimate: string | null
  readonly impacts: readonly AmountLine[]
  readonly total: string
  readonly paymentType: PaymentType | null
  /** The payment mode's own name. */
  readonly paymentLabel: string | null
  /** What the customer does next, in order. */
  readonly instructions: readonly string[]
}

/** What the label of a parcel to the warehouse says beside the buyback. */
export interface ShippingNumber {
  /** Eighteen digits. */
  readonly shippingNumber: string
  /** Whether a carrier would ask for postage, which this label has not. */
  readonly withoutPostage: boolean
}

/** What a voucher or gift card says. */
export interface VoucherContent {
  readonly kind: 'voucher' | 'gift_card'
  readonly accountName: string
  /** Twenty letters and digits. */
  readonly code: string
  readonly amount: string
  readonly issuedOn: string
  readonly buybackNumber: string
  /** Conditions of the payment mode, as stored; null where it has none. */
  readonly conditions: string | null
}
