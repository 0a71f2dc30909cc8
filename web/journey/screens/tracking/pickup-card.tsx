import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { slotText, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Tracking } from './tracking-stages.ts'
import classes from './tracking.module.css'

const SlotChoice = lazy(async () => ({ default: (await import('../../kit/slot-choice.tsx')).SlotChoice }))

type Pickup = NonNullable<Tracking['pickup']>

/** How the slots of a buyback are read and chosen. */
export interface SlotCalls {
  readonly read: () => Promise<readonly PickupSlot[]>
  readonly choose: (slot: PickupSlot) => Promise<Pickup>
}

/** When the product is collected, and another slot until the carrier has it. */
export function PickupCard({ pickup: began, calls }: { readonly pickup: Pickup; readonly calls: SlotCalls }) {
  const { t, i18n } = useTranslation('tracking')
  const [pickup, setPickup] = useState(began)
  const [isChoosing, setChoosing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  // Each round of choosing reads the slots again.
  const [round, setRound] = useState(0)
  const { slot, canChange } = pickup
  const begin = (): void => {
    setChanged(false)
    setRefusal(null)
    setChoosing(true)
  }
  const isSending = useRef(false)
  const choose = async (next: PickupSlot): Promise<void> => {
    // A double click is faster than the button is drawn again.
    if (isSending.current) return
    isSending.current = true
    setRefusal(null)
    try {
      setPickup(await calls.choose(next))
      setChoosing(false)
      setChanged(true)
    } catch (error) {
      const code = error instanceof CallError && error.failure === 'refused' ? error.code : 'other'
      setRefusal(code)
      setRound(round + 1)
      if (code === 'PICKUP_FIXED') setChoosing(false)
    } finally {
      isSending.current = false
    }
  }
  const words =
    refusal === 'PICKUP_SLOT_TAKEN' || refusal === 'PICKUP_FIXED' || refusal === 'PICKUP_CHANGED_TOO_OFTEN'
      ? refusal
      : refusal === null
        ? null
        : ('other' as const)
  return (
    <section className={classes.card} aria-labelledby="tracking-pickup">
      <h2 id="tracking-pickup">{t(($) => $.tracking.pickup)}</h2>
      <p role="status">
        {isChanged ? `${t(($) => $.tracking.pickupChanged)} ` : ''}
        {slot === null
          ? t(($) => $.tracking.pickupNone)
          : t(($) => $.tracking.pickupAt, { slot: slotText(slot, i18n.language) })}
      </p>
      {words === null ? null : (
        <Notice tone="warn" isAlert>
          {t(($) => $.tracking.pickupRefused[words])}
        </Notice>
      )}
      {!isChoosing && canChange ? (
        <Button kind="quiet" onClick={begin}>
          {slot === null ? t(($) => $.tracking.pickupChoose) : t(($) => $.tracking.pickupChange)}
        </Button>
      ) : null}
      {isChoosing ? (
        <Suspense>
          <SlotChoice
            key={round}
            heading="h2"
            readSlots={calls.read}
            chosen={null}
            onChoose={(next) => void choose(next)}
          />
          {slot === null ? null : (
            <Button kind="plain" onClick={() => setChoosing(false)}>
              {t(($) => $.tracking.pickupKeep)}
            </Button>
          )}
        </Suspense>
      ) : null}
    </section>
  )
}
