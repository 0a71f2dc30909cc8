import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CartPanel } from '../kit/cart-panel.tsx'
import { hasCartAt } from './cart-places.ts'
import { LegalFooter } from './legal-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import classes from './journey-layout.module.css'

/** Header, page, footer and cart: what every public page but the legal texts and refusals stands in (PUB-02). */
export function JourneyLayout() {
  const { t } = useTranslation('journey')
  const isLoading = useRouterState({ select: (state) => state.isLoading && state.status === 'pending' })
  const hasCart = useRouterState({ select: ({ location }) => hasCartAt(location.pathname) })
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        {t(($) => $.layout.skip)}
      </a>
      <SiteHeader hasCart={hasCart} />
      <div className={classes.progress} data-busy={isLoading} role="status">
        {isLoading ? <span className="visually-hidden">{t(($) => $.layout.loading)}</span> : null}
      </div>
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <LegalFooter />
      {hasCart ? <CartPanel /> : null}
    </div>
  )
}
