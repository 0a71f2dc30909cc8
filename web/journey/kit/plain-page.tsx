import type { ReactNode } from 'react'
import { CartButton } from './cart-button.tsx'
import { CartPanel } from './cart-panel.tsx'
import { SiteLogo } from './site-logo.tsx'
import classes from './plain-page.module.css'

/**
 * A page outside the public layout (PUB-02): the logo, the text, and the cart as everywhere (SHELL-35); where nothing
 * can be sold, no cart.
 */
export function PlainPage(props: { readonly children: ReactNode; readonly withoutCart?: boolean }) {
  const { children, withoutCart = false } = props
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SiteLogo />
        {withoutCart ? null : <CartButton />}
      </header>
      <main className={classes.main}>{children}</main>
      {withoutCart ? null : <CartPanel />}
    </div>
  )
}
