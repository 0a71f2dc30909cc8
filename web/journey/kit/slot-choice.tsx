import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameSlot, slotText, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { Button } from './button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { Notice } from './notice.tsx'

/** Asks when the product is collected; the slots are read as the question is shown, for others take their places. */
export function SlotChoice(props: {
  readonly readSlots: () => Promise<readonly PickupSlot[]>
  readonly chosen: PickupSlot | null
  readonly heading?: 'h1' | 'h2'
  readonly onChoose: (slot: PickupSlot) => void
}) {
  const { t, i18n } = useTranslation('journey')
  // As it was when the question was first shown: only a press asks again.
  const [readSlots] = useState(() => props.readSlots)
  const [slots, setSlots] = useState<readonly PickupSlot[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isHere = true
    readSlots().then(
      (found) => (isHere ? setSlots(found) : undefined),
      () => (isHere ? setFailed(true) : undefined),
    )
    return () => void (isHere = false)
  }, [readSlots, tries])
  const again = (): void => {
    setFailed(false)
    setTries(tries + 1)
  }
  const keyOf = ({ day, opens }: PickupSlot): string => `${day} ${opens}`
  const isGone = props.chosen !== null && slots !== null && !slots.some((slot) => isSameSlot(slot, props.chosen))
  return (
    <ChoiceList
      title={t(($) => $.options.slot)}
      heading={props.heading ?? 'h1'}
      text={
        <>
          <p>{t(($) => $.options.slotText)}</p>
          {slots === null && !hasFailed ? <p role="status">{t(($) => $.layout.loading)}</p> : null}
          {slots?.length === 0 ? <Notice tone="warn">{t(($) => $.options.noSlot)}</Notice> : null}
          {isGone ? <Notice tone="warn">{t(($) => $.options.slotGone)}</Notice> : null}
          {hasFailed ? (
            <Notice tone="warn" isAlert actions={<Button onClick={again}>{t(($) => $.stores.retry)}</Button>}>
              {t(($) => $.options.slotsFailed)}
            </Notice>
          ) : null}
        </>
      }
      choices={(slots ?? []).map((slot) => ({ id: keyOf(slot), name: slotText(slot, i18n.language) }))}
      chosen={props.chosen === null ? null : keyOf(props.chosen)}
      onChoose={(id) => {
        const slot = slots?.find((one) => keyOf(one) === id)
        if (slot !== undefined) props.onChoose(slot)
      }}
    />
  )
}
