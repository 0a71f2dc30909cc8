import type { AbsorptionRule } from './absorption.ts'
import type { GradePrices } from '#domain/catalog/estimate.ts'
import type { ProductStatus } from '../catalog/product-status.ts'
import type { Questionnaire } from '../catalog/questionnaire.ts'
import type { CircuitType } from '../circuit/circuit-type.ts'
import type { ConfiguredModifier } from '../circuit/modifier.ts'
import type { PaymentType } from '../circuit/payment-type.ts'
import type { Currency, Language } from '../kernel/languages.ts'
import type { Translations } from '../kernel/translations.ts'

/** A product as it is sold today. */
export interface OfferedProduct {
  readonly id: string
  readonly status: ProductStatus
  readonly label: string
  /** Of its name; devices have none, and show the account's. */
  readonly translations?: Translations
  readonly brand: string | null
  readonly image: string | null
  readonly categoryId: string
  readonly simple: boolean
  readonly zeroNotAllowed: boolean
  readonly imeiCollect: boolean
  readonly prices: GradePrices
  /** The category with those above it, from the top. */
  readonly categoryPath: readonly string[]
  /** The questions of the day; null where nothing is asked. */
  readonly questionnaire: Questionnaire | null
  readonly absorption: AbsorptionRule | null
  /** Who buys what comes in of the category; null where nobody is named. */
  readonly buyer: {
    readonly organizationId: string | null
    readonly accountId: string | null
    readonly isReachable: boolean
  } | null
}

/** A shipping method of a circuit. */
export interface OfferedShipping {
  readonly id: string
  readonly label: string
  readonly countries: readonly string[]
  readonly modifier: ConfiguredModifier | null
}

/** A payment mode of a circuit. */
export interface OfferedPayment {
  readonly id: string
  readonly type: PaymentType
  readonly label: string
  readonly modifier: ConfiguredModifier | null
}

/** A circuit that takes the product's category. */
export interface OfferedCircuit {
  readonly id: string
  readonly type: CircuitType
  readonly name: string
  /** An empty list takes all. */
  readonly countries: readonly string[]
  readonly modifier: ConfiguredModifier | null
  readonly shippingMethods: readonly OfferedShipping[]
  readonly paymentModes: readonly OfferedPayment[]
}

/** What an account says about selling a product. */
export interface SaleOffer {
  readonly features: readonly string[]
  readonly identityRequired: boolean
  readonly cartMinCents: number
  readonly currency: Currency
  readonly language: Language
  readonly timeZone: string
  readonly product: OfferedProduct | null
  readonly circuit: OfferedCircuit | null
}
