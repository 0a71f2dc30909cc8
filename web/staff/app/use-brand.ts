import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { brandOf, type Brand } from '#web/lib/brand.ts'
import { brandingAtom, userAtom } from '#web/lib/session.ts'

/** Stands for an account whose name is not known yet. */
const productName = 'Reprise'

/** What the account looks like: the user's account first, else the one behind the host. */
export function useAccountFace() {
  const account = useAtomValue(userAtom)?.currentOrganization?.account
  const branding = useAtomValue(brandingAtom)
  return {
    name: account?.name ?? branding?.name ?? '',
    mainColor: account?.mainColor ?? branding?.mainColor ?? null,
    logo: account?.logo ?? branding?.logo ?? null,
    favicon: account?.favicon ?? branding?.favicon ?? null,
    externalWebsiteLink: branding?.externalWebsiteLink ?? null,
  }
}

/** The account's name as screens show it. */
export function useShownName(): string {
  return useAccountFace().name || productName
}

/** The colours of the account. */
export function useBrand(): Brand {
  const { mainColor } = useAccountFace()
  return useMemo(() => brandOf(mainColor), [mainColor])
}
