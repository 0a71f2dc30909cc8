import { createContext, use } from 'react'

/** Whose home is edited, as its calls name it: nothing for the account worked in. */
export type HomeOwner = { readonly organizationId?: string }

/** Whose home the fields below edit. */
export const HomeOwnerContext = createContext<HomeOwner>({})

/** Whose home is edited. */
export function useHomeOwner(): HomeOwner {
  return use(HomeOwnerContext)
}
