import { createContext, use } from 'react'
import type { Branding } from '#sync/calls/configuration.ts'

/** The public face of the account, on every public page. */
export const BrandingContext = createContext<Branding | null>(null)

/** The public face of the account. */
export function useBranding(): Branding {
  const branding = use(BrandingContext)
  if (branding === null) throw new Error('no BrandingContext above this component')
  return branding
}
