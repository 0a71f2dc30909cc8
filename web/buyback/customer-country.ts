import type { Cart, CartBuyback } from '#domain/cart/cart.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'

/** Why the options of a product are not to be had in a country; each is a key of `checkout:refused`. */
export type OptionFault = 'CIRCUIT_NO_TRANSPORT_MODE' | 'BUYBACK_CIRCUIT_NOT_AVAILABLE' | 'BUYBACK_OPTION_NOT_AVAILABLE'

const ofAddress = ['clientStreet', 'clientZipCode', 'clientCity'] as const

/**
 * Country of the customer's address, ISO 3166-1 alpha-2; null until some of the address is typed, because the form
 * begins with a country that nobody has chosen.
 */
export function customerCountry({ customerInfo }: Pick<Cart, 'customerInfo'>): string | null {
  const country = customerInfo.clientCountry ?? ''
  const isTyped = ofAddress.some((name) => (customerInfo[name] ?? '').trim() !== '')
  return isTyped && /^[A-Z]{2}$/.test(country) ? country : null
}

/** What the circuits of the customer's country lack of a product's options; null where all are offered. */
export function optionFault(
  { transportMode, shippingMethod, paymentMode }: CartBuyback,
  circuits: readonly CircuitOption[],
): OptionFault | null {
  if (circuits.length === 0) return 'CIRCUIT_NO_TRANSPORT_MODE'
  const circuit = circuits.find(({ id }) => id === transportMode.id)
  if (circuit === undefined) return 'BUYBACK_CIRCUIT_NOT_AVAILABLE'
  const isShipped = circuit.shippingMethods.some(({ id }) => id === shippingMethod?.id)
  const isPaid = circuit.paymentModes.some(({ id }) => id === paymentMode.id)
  return isShipped && isPaid ? null : 'BUYBACK_OPTION_NOT_AVAILABLE'
}
