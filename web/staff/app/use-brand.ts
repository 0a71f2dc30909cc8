import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { brandOf, type Brand } from '#web/lib/brand.ts'
import { brandingAtom, userAtom } from '#web/lib/session.ts'
import { accountBranding } from './account-branding.ts'

/** Stands for an account whose name is not known yet. */
const productName = 'Reprise'

/** What the account looks like: the user's account, and before a sign-in the one behind the host. */
export function useAccountBranding() {
  return accountBranding(useAtomValue(userAtom)?.currentOrganization?.account, useAtomValue(brandingAtom))
}

/** The account's name as screens show it. */
export function useShownName(): string {
  return useAccountBranding().name || productName
}

/** The colours of the account. */
export function useBrand(): Brand {
  const { mainColor } = useAccountBranding()
  return useMemo(() => brandOf(mainColor), [mainColor])
}
