import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whiteLabelConfigFailure } from '#sync/calls/journey.ts'
import { CartProvider } from '../kit/cart.tsx'
import { noteThirdPartyScriptsBlocked } from '../kit/private-pages.ts'
import { useSite } from '../kit/site.ts'
import { NotAvailableScreen } from '../screens/home/status-screens.tsx'
import { Consent } from './consent.tsx'
import { PageTitle } from './page-title.tsx'
import { PageViews } from './page-views.tsx'
import { StartUp } from './start-up.tsx'

/** The whole site; without its configuration no page of it is available (PUB-38). */
export function SiteRoot() {
  const { whiteLabel, settings, isOpen } = useSite()
  // A site that is not open shows private pages alone; the way to any other one leads by the server, which says so.
  useEffect(() => {
    if (!isOpen) noteThirdPartyScriptsBlocked()
  }, [isOpen])
  if (whiteLabel === null) return <NotAvailableScreen problem={whiteLabelConfigFailure} />
  if (settings === null) return <NotAvailableScreen />
  return (
    <CartProvider>
      <Outlet />
      <StartUp />
      <Consent />
      <PageTitle />
      <PageViews />
    </CartProvider>
  )
}
