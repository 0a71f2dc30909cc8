import { refuse, type Failure } from '#api/http/failure.ts'
import type { SaleOffer } from '#domain/buyback/offer.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { validateSeller, type Seller, type SellerForm } from '#domain/customer/seller.ts'
import type { Result } from '#domain/kernel/result.ts'

/** Checks the customer's step of a call; the refusal names each field at fault. */
export function checkSeller(
  form: SellerForm,
  asked: {
    readonly offer: Pick<SaleOffer, 'identityRequired' | 'language' | 'currency' | 'timeZone'>
    readonly paymentType: PaymentType | null
    readonly now: Date
    readonly isTaken?: boolean
  },
): Result<Seller, Failure> {
  const { offer, paymentType, now, isTaken = false } = asked
  const { identityRequired, language, currency, timeZone } = offer
  const validated = validateSeller(
    form,
    { identityRequired, language, currency, paymentType, today: dayIn(timeZone, now), isTaken },
    libraryChecks,
  )
  if (validated.ok) return validated
  return refuse('CUSTOMER_INVALID', {
    field: validated.error[0]?.field ?? 'customer',
    details: { faults: validated.error },
  })
}

// The Swedish way of writing a day is the one of ISO 8601.
function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}
