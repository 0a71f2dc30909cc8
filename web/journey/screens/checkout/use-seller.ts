import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TypedFields } from '#domain/cart/cart.ts'
import type { CustomerChecks, FieldFault } from '#domain/customer/customer.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { SellerBody } from '#web/buyback/checkout.ts'
import { dayIn } from '#web/lib/account-day.ts'
import { useCart } from '../../kit/cart.tsx'
import { useSite } from '../../kit/site.ts'
import { withDemanded } from './given-faults.ts'
import { checkSeller, sellerNeeds, typedSoFar, type SellerNeeds } from './seller-form.ts'

/** What the customer form is checked with, loaded with its step alone: numbering plans and registries weigh. */
export interface SellerTools {
  readonly checks: CustomerChecks
  readonly countryCodes: readonly string[]
}

/** Loads the checks. */
export async function loadSellerTools(): Promise<SellerTools> {
  const { libraryChecks, countryCodes } = await import('#domain/customer/customer-checks.library.ts')
  return { checks: libraryChecks, countryCodes }
}

/** Who sells, as far as it is known. */
export interface Seller {
  readonly typed: TypedFields
  readonly needs: SellerNeeds
  /** The day of the account, `YYYY-MM-DD`. */
  readonly today: string
  /** Null until they are loaded. */
  readonly tools: SellerTools | null
  readonly check: (typed: TypedFields, tools: SellerTools) => Result<SellerBody, readonly FieldFault[]>
}

/** Who sells, from what the cart keeps and this page's memory. */
export function useSeller(): Seller {
  const { i18n } = useTranslation('checkout')
  const { settings, place } = useSite()
  const { cart, memory } = useCart()
  const [tools, setTools] = useState<SellerTools | null>(null)
  useEffect(() => {
    let isGone = false
    // Without network they are asked for again once they are needed.
    loadSellerTools().then(
      (loaded) => (isGone ? undefined : setTools(loaded)),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [])
  const today = dayIn(place.timeZone, Date.now())
  const { secrets, demanded } = memory.of(cart.cartId)
  const needs = withDemanded(sellerNeeds(cart, settings?.customerIdentityDocumentRequired ?? false), cart, demanded)
  return {
    typed: typedSoFar(cart, secrets, place.country),
    today,
    needs,
    tools,
    check: (typed, { checks }) => checkSeller(typed, { needs, checks, today, language: i18n.language as Language }),
  }
}
