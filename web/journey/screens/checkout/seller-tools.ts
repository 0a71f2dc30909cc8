import { createContext } from 'react'
import type { CustomerChecks } from '#domain/customer/customer.ts'

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

/** What brings the checks to the steps below it. */
export const SellerToolsContext = createContext(loadSellerTools)
