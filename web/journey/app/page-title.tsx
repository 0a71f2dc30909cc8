import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../kit/site.ts'
import { headOf } from './page-head.ts'

/** Names the document after the page that is shown, as the server does for the first one. */
export function PageTitle() {
  const router = useRouter()
  const site = useSite()
  const { i18n } = useTranslation('journey')
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  useEffect(() => {
    if (shown !== undefined)
      document.title = headOf(router.state.matches, i18n, { site, origin: location.origin }).title
  }, [router, i18n, site, shown])
  return null
}
