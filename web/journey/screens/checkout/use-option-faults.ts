import { useEffect, useState } from 'react'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { customerCountry, optionFault, type OptionFault } from '#web/buyback/customer-country.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import { useCart } from '../../kit/cart.tsx'

/** The circuits that take a category from customers of a country. */
export type OptionsIn = (query: {
  readonly categoryId: string
  readonly country: string
}) => Promise<readonly CircuitOption[]>

/**
 * Products of the cart whose options are not offered in the customer's country, by their ids in the cart. A category
 * whose options do not come has no faults: the server has the last word.
 */
export function useOptionFaults(optionsIn: OptionsIn): ReadonlyMap<string, OptionFault> {
  const { cart } = useCart()
  const { cartBuybacks } = cart
  const country = customerCountry(cart)
  const [faults, setFaults] = useState<ReadonlyMap<string, OptionFault>>(new Map())
  useEffect(() => {
    if (country === null) return
    let isHere = true
    void findFaults(cartBuybacks, country, optionsIn).then((found) => (isHere ? setFaults(found) : undefined))
    return () => void (isHere = false)
  }, [cartBuybacks, country, optionsIn])
  return faults
}

async function findFaults(
  lines: readonly CartBuyback[],
  country: string,
  optionsIn: OptionsIn,
): Promise<ReadonlyMap<string, OptionFault>> {
  const categoryIds = [...new Set(lines.map(categoryOf))]
  const read = categoryIds.map(async (categoryId) => {
    const circuits = await optionsIn({ categoryId, country }).catch(() => null)
    return [categoryId, circuits] as const
  })
  const byCategory = new Map(await Promise.all(read))
  const faults = new Map<string, OptionFault>()
  for (const line of lines) {
    const circuits = byCategory.get(categoryOf(line)) ?? null
    const fault = circuits === null ? null : optionFault(line, circuits)
    if (fault !== null) faults.set(line.inCartId, fault)
  }
  return faults
}

function categoryOf({ declaration }: CartBuyback): string {
  return declaration.product.category.id
}
