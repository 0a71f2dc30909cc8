import { useTranslation } from 'react-i18next'
import { CartButton } from '../kit/cart-button.tsx'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { Way } from '../kit/link.tsx'
import { SiteLogo } from '../kit/site-logo.tsx'
import { useSite } from '../kit/site.ts'
import classes from './journey-layout.module.css'

/** Logo, ways, the link back to the client's web site (PUB-04), language and cart. */
export function SiteHeader({ hasCart }: { readonly hasCart: boolean }) {
  const { t } = useTranslation('journey')
  const { branding, settings } = useSite()
  return (
    <header className={classes.header}>
      <SiteLogo />
      <nav className={classes.nav} aria-label={t(($) => $.layout.nav)}>
        <Way to="/buyback/search">{t(($) => $.layout.sell)}</Way>
        {settings?.categoryNavigationEnabled ? (
          <Way to="/buyback/search/categories">{t(($) => $.layout.categories)}</Way>
        ) : null}
        <Way to="/available-stores">{t(($) => $.layout.stores)}</Way>
        {branding.externalWebsiteLink === null ? null : (
          <a href={branding.externalWebsiteLink.url}>{branding.externalWebsiteLink.text}</a>
        )}
      </nav>
      <div className={classes.tools}>
        <LanguageChoice />
        {hasCart ? <CartButton /> : null}
      </div>
    </header>
  )
}
