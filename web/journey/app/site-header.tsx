import { useTranslation } from 'react-i18next'
import { useCart } from '../kit/cart.tsx'
import { CartIcon } from '../kit/icons.tsx'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { Way } from '../kit/link.tsx'
import { SiteLogo } from '../kit/site-logo.tsx'
import { useSite } from '../kit/site.ts'
import { Button } from '../kit/button.tsx'
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

function CartButton() {
  const { t } = useTranslation('journey')
  const { cart, open } = useCart()
  const count = cart.cartBuybacks.length
  return (
    <Button kind="iconButton" onClick={open} aria-label={t(($) => $.cart.open, { count })} aria-haspopup="dialog">
      <CartIcon />
      {count === 0 ? null : (
        <span className={classes.badge} aria-hidden="true">
          {count}
        </span>
      )}
    </Button>
  )
}
