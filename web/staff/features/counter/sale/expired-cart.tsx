import { Alert } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { cartLifetimesMs } from '#domain/cart/cart.ts'
import { findCart } from '#web/buyback/cart-storage.ts'
import { cartRevisionAtom } from '#web/lib/cart-revision.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/** Says that a cart which was kept here is gone because of its age; nothing where none was, or a new one is begun. */
export function ExpiredCart() {
  const { t } = useTranslation('counter')
  const { storage } = usePlatform()
  useAtomValue(cartRevisionAtom)
  const { dropped } = findCart(storage, {
    now: new Date(),
    lifetimeMs: cartLifetimesMs.dashboard,
    limits: { maxNbOfItems: 1, minimumCartValue: 0 },
    newId: () => '',
  })
  if (dropped !== 'expired') return null
  return (
    <Alert color="orange" variant="light" role="status" mb="md">
      {t(($) => $.summary.expired)}
    </Alert>
  )
}
