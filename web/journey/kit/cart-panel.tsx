import { useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal, mayAddAnother, mayCheckOut, missingAmount, type CartBuyback } from '#domain/cart/cart.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { Button } from './button.tsx'
import { useCart } from './cart.tsx'
import { Dialog } from './dialog.tsx'
import { BinIcon, CartIcon, CloseIcon } from './icons.tsx'
import { LinkButton } from './link.tsx'
import { Notice } from './notice.tsx'
import { PriceLines } from './price-lines.tsx'
import { ProductPicture } from './product-picture.tsx'
import { useFormat } from './site.ts'
import { TakeOutDialog } from './take-out-dialog.tsx'
import { useSiteNavigate } from './use-site-navigate.ts'
import classes from './cart-panel.module.css'

/** The cart at the side: its products line by line, the sum, and what is missing to the minimum (CART-13, CART-14). */
export function CartPanel() {
  const { t } = useTranslation('journey')
  const { cart, dropped, isKept, isOpen, close } = useCart()
  const [leaving, setLeaving] = useState<CartBuyback | null>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const go = useSiteNavigate()
  const titleId = useId()
  const isEmpty = cart.cartBuybacks.length === 0
  // Who goes back wants to see the page before, which the panel would hide.
  useEffect(() => {
    if (!isOpen) return
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [isOpen, close])

  return (
    <>
      <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId} shape="panel">
        <div className={classes.panel}>
          <header className={classes.head}>
            <h2 id={titleId}>{t(($) => $.cart.title)}</h2>
            <Button kind="iconButton" onClick={close} aria-label={t(($) => $.cart.close)}>
              <CloseIcon />
            </Button>
          </header>
          <div className={classes.body}>
            {dropped === null ? null : (
              <Notice tone="warn">
                {dropped === 'expired' ? t(($) => $.cart.expired) : t(($) => $.cart.unreadable)}
              </Notice>
            )}
            {isKept ? null : <Notice tone="warn">{t(($) => $.cart.notKept)}</Notice>}
            {isEmpty ? <EmptyCart /> : null}
            <ul className={classes.items}>
              {cart.cartBuybacks.map((buyback) => (
                <CartItem key={buyback.inCartId} buyback={buyback} onRemove={() => setLeaving(buyback)} />
              ))}
            </ul>
          </div>
          {isEmpty ? null : <CartFoot onLeave={close} />}
        </div>
      </Dialog>
      <TakeOutDialog
        leaving={leaving && { inCartId: leaving.inCartId, name: nameOf(leaving) }}
        onClose={() => setLeaving(null)}
        onTaken={(taken) => {
          if (taken === 'left') return
          close()
          if (path !== '/home') void go('/home')
        }}
      />
    </>
  )
}

function EmptyCart() {
  const { t } = useTranslation('journey')
  const { close } = useCart()
  return (
    <div className={classes.empty}>
      <CartIcon />
      <p>{t(($) => $.cart.empty)}</p>
      <LinkButton to="/buyback/search" onClick={close}>
        {t(($) => $.cart.begin)}
      </LinkButton>
    </div>
  )
}

function CartItem({ buyback, onRemove }: { readonly buyback: CartBuyback; readonly onRemove: () => void }) {
  const { t } = useTranslation('journey')
  const { product, grade } = buyback.declaration
  const name = nameOf(buyback)
  return (
    <li className={classes.item}>
      <div className={classes.thumb}>
        <ProductPicture image={product.image} category={product.category.label} />
      </div>
      <div className={classes.what}>
        <h3>{name}</h3>
        <p>{t(($) => $.grade[grade])}</p>
      </div>
      <Button kind="iconButton" onClick={onRemove} aria-label={t(($) => $.cart.remove, { name })}>
        <BinIcon />
      </Button>
      <div className={classes.price}>
        <PriceLines
          hasBase
          lines={[
            { label: t(($) => $.price.estimate), valueCents: buyback.estimatedPrice },
            ...buyback.impactPriceEntries.map(({ label, value }) => ({ label, valueCents: value })),
          ]}
          sum={{ label: t(($) => $.price.total), valueCents: buyback.totalPrice }}
        />
      </div>
    </li>
  )
}

function CartFoot({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('journey')
  const { cart } = useCart()
  const format = useFormat()
  const missing = missingAmount(cart)
  return (
    <footer className={classes.foot}>
      {missing === 0 ? null : (
        <Notice tone="warn">
          {t(($) => $.cart.missing, { amount: format.money(missing), minimum: format.money(cart.minimumCartValue) })}
        </Notice>
      )}
      <p className={classes.total}>
        <span>{t(($) => $.cart.total)}</span>
        <strong>{format.money(cartTotal(cart))}</strong>
      </p>
      <p className={classes.kept}>{t(($) => $.cart.keptFor)}</p>
      {mayAddAnother(cart) ? (
        <LinkButton to="/buyback/search" quiet onClick={onLeave}>
          {t(($) => $.cart.another)}
        </LinkButton>
      ) : null}
      {mayCheckOut(cart) ? (
        <LinkButton to="/cart/customer-informations" onClick={onLeave}>
          {t(($) => $.cart.checkOut)}
        </LinkButton>
      ) : (
        <Button disabled>{t(($) => $.cart.checkOut)}</Button>
      )}
    </footer>
  )
}

function nameOf({ declaration: { product } }: CartBuyback): string {
  return productName({ brand: product.brand, productLabel: product.label }) ?? product.label
}
