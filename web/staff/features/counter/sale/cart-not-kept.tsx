import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnsavedCart } from './unsaved-cart.ts'

/** Says that the cart is in the memory of this tab alone, because the device stores nothing more; nothing where it is kept. */
export function CartNotKept() {
  const { t } = useTranslation('counter')
  const unsaved = useUnsavedCart()
  // What is sold is kept elsewhere: the emptied cart is nothing that could be lost.
  if (unsaved === null || unsaved.cartBuybacks.length === 0) return null
  return (
    <Alert color="orange" variant="light" role="alert" mb="md" title={t(($) => $.summary.notKept)}>
      {t(($) => $.summary.notKeptText)}
    </Alert>
  )
}
