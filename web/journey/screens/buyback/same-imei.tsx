import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdsDevice } from '#domain/cart/device-in-cart.ts'
import { useCart } from '../../kit/cart.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { WizardAsks } from './wizard-asks.ts'

/** Says of an IMEI that came along from a search, and is asked for on no screen, that its device is being sold already. */
export function SameImei(props: {
  readonly imei: string
  readonly isInOtherBuyback: WizardAsks['isInOtherBuyback']
  /** The product of the cart that is changed. */
  readonly inCartId: string | undefined
}) {
  const { imei, isInOtherBuyback, inCartId } = props
  const { t } = useTranslation('journey')
  const { cart } = useCart()
  const [found, setFound] = useState<'inCart' | 'elsewhere' | null>(null)
  // The cart counts as it was before this offer went into it.
  const note = useEffectEvent((isElsewhere: boolean) => {
    const isInCart = holdsDevice(cart, imei, inCartId)
    setFound(isInCart ? 'inCart' : isElsewhere ? 'elsewhere' : null)
  })
  useEffect(() => {
    let isHere = true
    void isInOtherBuyback(imei).then((isElsewhere) => {
      if (isHere) note(isElsewhere)
    })
    return () => void (isHere = false)
  }, [imei, isInOtherBuyback])
  if (found === null) return null
  return (
    <Notice tone="warn" isAlert title={t(($) => $.imei.sameTitle)}>
      {t(($) => $.imei[found])}
    </Notice>
  )
}
