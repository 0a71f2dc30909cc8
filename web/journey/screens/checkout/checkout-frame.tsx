import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayAddAnother, mayCheckOut, missingAmount } from '#domain/cart/cart.ts'
import { isHeld } from '#web/buyback/checkout-record.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useFormat } from '../../kit/site.ts'
import { lastBuybackIds } from './last-buyback-ids.ts'
import classes from './checkout.module.css'

const steps = ['customer', 'summary', 'confirmation'] as const

/** A step of the checkout. */
export type CheckoutStep = (typeof steps)[number]

/** A page that only the browser of the customer can fill; its texts and parts load with it. */
export function CheckoutFrame({ children }: { readonly children: ReactNode }) {
  const { isRead } = useCart()
  return (
    <div className={classes.checkout}>
      {isRead ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />}
    </div>
  )
}

/** A step of the checkout over the cart; without a cart that may be sold it says what is missing. */
export function CheckoutPage({ step, children }: { readonly step: CheckoutStep; readonly children: ReactNode }) {
  const { cart } = useCart()
  const sold = cart.cartBuybacks.length === 0 ? lastBuybackIds() : []
  return (
    <CheckoutFrame>
      <Steps step={sold.length > 0 ? 'confirmation' : step} />
      {sold.length > 0 ? <SoldAlready ids={sold} /> : <WithCart>{children}</WithCart>}
    </CheckoutFrame>
  )
}

/** Holds the place of what is being loaded. */
function Waiting() {
  const { t } = useTranslation('journey')
  return (
    <p className={classes.waiting} role="status">
      {t(($) => $.layout.loading)}
    </p>
  )
}

function Steps({ step }: { readonly step: CheckoutStep }) {
  const { t } = useTranslation('checkout')
  return (
    <ol className={classes.steps} aria-label={t(($) => $.steps.label)}>
      {steps.map((one) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          data-done={steps.indexOf(one) < steps.indexOf(step)}
        >
          {t(($) => $.steps[one])}
        </li>
      ))}
    </ol>
  )
}

/** Shown to a visitor who goes back from the confirmation: the cart is empty because it is sold. */
function SoldAlready({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('checkout')
  return (
    <section className={classes.nothing}>
      <h1>{t(($) => $.confirmation.title, { count: ids.length })}</h1>
      <p>{t(($) => $.confirmation.back, { count: ids.length })}</p>
      <LinkButton to="/buyback/confirmation" search={{ ids }}>
        {t(($) => $.confirmation.see)}
      </LinkButton>
    </section>
  )
}

function WithCart({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('checkout')
  const { cart, open } = useCart()
  const format = useFormat()
  if (cart.cartBuybacks.length === 0)
    return (
      <section className={classes.nothing}>
        <h1>{t(($) => $.empty.title)}</h1>
        <p>{t(($) => $.empty.text)}</p>
        <LinkButton to="/buyback/search">{t(($) => $.empty.begin)}</LinkButton>
      </section>
    )
  // Lines that may be sold already are settled first, even where the cart no longer meets the office's rules.
  const mayBeSold = cart.cartBuybacks.some(({ inCartId }) => isHeld(browserStorage(), inCartId))
  if (!mayCheckOut(cart) && !mayBeSold) {
    const takesMore = mayAddAnother(cart)
    const minimum = format.money(cart.minimumCartValue)
    return (
      <section className={classes.nothing}>
        <Notice
          tone="warn"
          title={t(($) => $.minimum.title, { amount: format.money(missingAmount(cart)) })}
          actions={
            takesMore ? (
              <LinkButton to="/buyback/search">{t(($) => $.minimum.add)}</LinkButton>
            ) : (
              <Button onClick={open}>{t(($) => $.minimum.open)}</Button>
            )
          }
        >
          {takesMore ? t(($) => $.minimum.text, { minimum }) : t(($) => $.minimum.full, { minimum })}
        </Notice>
      </section>
    )
  }
  return children
}
