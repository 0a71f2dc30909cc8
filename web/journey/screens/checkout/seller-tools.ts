import { createContext } from 'react'
import type { CustomerChecks } from '#domain/customer/customer.ts'

/** What the customer form is checked with, loaded with its step alone: numbering plans and registries weigh. */
export interface SellerTools {
  readonly checks: CustomerChecks
  readonly countryCodes: readonly string[]
  /** A spelling of a name in Latin letters, for its bearer to correct. */
  readonly proposeLatin: (name: string) => Promise<string>
}

/** Loads the checks. */
export async function loadSellerTools(): Promise<SellerTools> {
  const { libraryChecks, countryCodes } = await import('#domain/customer/customer-checks.library.ts')
  return { checks: libraryChecks, countryCodes, proposeLatin }
}

/** Loaded for the names that need it alone: its tables of all scripts weigh. */
async function proposeLatin(name: string): Promise<string> {
  const { latinProposal } = await import('#domain/kernel/latin-proposal.library.ts')
  return latinProposal(name)
}

/** What brings the checks to the steps below it. */
export const SellerToolsContext = createContext(loadSellerTools)
