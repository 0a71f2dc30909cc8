import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { FoundRelayPoint } from '#domain/circuit/relay-points.ts'
import type { CreationCode } from '#web/buyback/creation-refusal.ts'
import { Button } from '../../kit/button.tsx'

const SlotChoice = lazy(async () => ({ default: (await import('../../kit/slot-choice.tsx')).SlotChoice }))
const RelayPointChoice = lazy(async () => ({
  default: (await import('../../kit/relay-point-choice.tsx')).RelayPointChoice,
}))

/** How slots and points are read where a product has to be handed over at another one. */
export interface HandoverReads {
  readonly readSlots: (shippingMethodId: string) => Promise<readonly PickupSlot[]>
  readonly readRelayPoints: (shippingMethodId: string, near: string) => Promise<readonly FoundRelayPoint[]>
}

const asked: Partial<Record<CreationCode, 'slot' | 'relay'>> = {
  PICKUP_SLOT_TAKEN: 'slot',
  PICKUP_SLOT_REQUIRED: 'slot',
  RELAY_POINT_GONE: 'relay',
  RELAY_POINT_REQUIRED: 'relay',
}

/**
 * What a product at a kept price is asked for once more; null where the wizard asks it. The price holds for its answers
 * and options, and neither changes with another slot or point.
 */
export function handoverAsked(line: CartBuyback, code: CreationCode | null): 'slot' | 'relay' | null {
  if (line.quoteToken === undefined || line.shippingMethod === null || code === null) return null
  return asked[code] ?? null
}

/** Chooses another slot or point for a product of the cart, whose price stays as it is. */
export function ReselectHandover(props: {
  readonly line: CartBuyback
  readonly asks: 'slot' | 'relay'
  readonly reads: HandoverReads
  readonly onChoose: (line: CartBuyback) => void
}) {
  const { t } = useTranslation('checkout')
  const { line, asks, reads, onChoose } = props
  const [isOpen, setOpen] = useState(false)
  const shippingId = line.shippingMethod?.id ?? ''
  if (!isOpen)
    return (
      <Button onClick={() => setOpen(true)}>
        {asks === 'slot' ? t(($) => $.sending.otherSlot) : t(($) => $.sending.otherPoint)}
      </Button>
    )
  return (
    <Suspense>
      {asks === 'slot' ? (
        <SlotChoice
          heading="h2"
          readSlots={() => reads.readSlots(shippingId)}
          chosen={null}
          onChoose={(pickup) => onChoose({ ...line, pickup })}
        />
      ) : (
        <RelayPointChoice
          heading="h2"
          readPoints={(near) => reads.readRelayPoints(shippingId, near)}
          chosen={null}
          onChoose={(relayPoint) => onChoose({ ...line, relayPoint })}
        />
      )}
    </Suspense>
  )
}
