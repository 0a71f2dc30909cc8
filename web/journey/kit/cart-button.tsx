import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useCart } from './cart.tsx'
import { CartIcon } from './icons.tsx'
import classes from './cart-panel.module.css'

/** Opens the cart, and counts what is in it. */
export function CartButton() {
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
