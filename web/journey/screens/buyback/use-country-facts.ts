import { useEffect, useState } from 'react'
import { customerCountry } from '#web/buyback/customer-country.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { useCart } from '../../kit/cart.tsx'
import type { WizardAsks } from './wizard-asks.ts'

/** The wizard's facts with the options of the customer's country. */
export interface CountryFacts {
  readonly facts: WizardFacts
  /** The country whose options these are; null for all countries. */
  readonly country: string | null
  /** Whether the options of the country are still to come: until then none may be chosen. */
  readonly isPending: boolean
}

/**
 * Leaves out what is not offered in the customer's country, once an address is typed (CIRC-14, CIRC-17). Where that is
 * not to be had the options of all countries stay, and the server has the last word.
 */
export function useCountryFacts(facts: WizardFacts, { optionsIn }: Pick<WizardAsks, 'optionsIn'>): CountryFacts {
  const { cart } = useCart()
  const country = customerCountry(cart)
  const [found, setFound] = useState<{ country: string; circuits: WizardFacts['circuits'] | null } | null>(null)
  useEffect(() => {
    if (country === null) return
    let isHere = true
    const take = (circuits: WizardFacts['circuits'] | null): void => void (isHere && setFound({ country, circuits }))
    optionsIn(country).then(take, () => take(null))
    return () => void (isHere = false)
  }, [country, optionsIn])
  if (country === null) return { facts, country, isPending: false }
  if (found?.country !== country) return { facts, country: null, isPending: true }
  if (found.circuits === null) return { facts, country: null, isPending: false }
  return { facts: { ...facts, circuits: found.circuits }, country, isPending: false }
}
