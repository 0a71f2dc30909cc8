import { use, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesOf, type TypedFields } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { SellerBody } from '#web/buyback/checkout.ts'
import { dayIn } from '#web/lib/account-day.ts'
import { useCart } from '../../kit/cart.tsx'
import { useSite } from '../../kit/site.ts'
import { withDemanded } from './given-faults.ts'
import { checkSeller, sellerNeeds, typedSoFar, type SellerNeeds } from './seller-form.ts'
import { SellerToolsContext, type SellerTools } from './seller-tools.ts'

/** Who sells, as far as it is known. */
export interface Seller {
  readonly typed: TypedFields
  readonly needs: SellerNeeds
  /** Countries that the cart may be sold from; null: all. */
  readonly served: readonly string[] | null
  /** The day of the account, `YYYY-MM-DD`. */
  readonly today: string
  /** Null until they are loaded. */
  readonly tools: SellerTools | null
  /** Whether they did not come when they were asked for last. */
  readonly isCut: boolean
  /** Asks for them again; null where they do not come. */
  readonly load: () => Promise<SellerTools | null>
  readonly check: (typed: TypedFields, tools: SellerTools) => Result<SellerBody, readonly FieldFault[]>
}

/** Who sells, from what the cart keeps and this page's memory. */
export function useSeller(): Seller {
  const { i18n } = useTranslation('checkout')
  const { settings, place, branding } = useSite()
  const { cart, memory } = useCart()
  const [tools, setTools] = useState<SellerTools | null>(null)
  const [isCut, setCut] = useState(false)
  const loadTools = use(SellerToolsContext)
  const load = useCallback(async () => {
    setCut(false)
    const loaded = await loadTools().catch(() => null)
    setTools((known) => loaded ?? known)
    setCut(loaded === null)
    return loaded
  }, [loadTools])
  const isLoaded = tools !== null
  useEffect(() => {
    if (isLoaded) return
    const again = (): void => void load()
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isLoaded, load])
  const today = dayIn(place.timeZone, Date.now())
  const { secrets, demanded } = memory.of(cart.cartId)
  const needs = withDemanded(sellerNeeds(cart, settings?.customerIdentityDocumentRequired ?? false), cart, demanded)
  const served = countriesOf(cart)
  return {
    served,
    typed: typedSoFar(cart, secrets, place.country),
    today,
    needs,
    tools,
    isCut,
    load,
    check: (typed, { checks }) =>
      checkSeller(typed, {
        needs,
        checks,
        today,
        language: i18n.language as Language,
        currency: branding.currency,
        served,
      }),
  }
}
