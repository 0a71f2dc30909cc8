import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findCheckout } from '#web/buyback/checkout-record.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useCart } from '../../kit/cart.tsx'
import { Notice } from '../../kit/notice.tsx'

/** Says that a sale that was cut off while it was sent is not registered, and how to finish it. */
export function Unfinished() {
  const { t } = useTranslation('checkout')
  const { cart } = useCart()
  const [sent] = useState(() => findCheckout(browserStorage())?.sent ?? [])
  const isHalfSent = cart.cartBuybacks.some(({ inCartId }) => sent.includes(inCartId))
  if (!isHalfSent) return null
  return (
    <Notice tone="warn" title={t(($) => $.sending.refusedTitle)}>
      {t(($) => $.sending.unfinished)}
    </Notice>
  )
}
