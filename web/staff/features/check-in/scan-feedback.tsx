import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { usePersonName } from '#web/lib/use-person-name.ts'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import type { CheckInState } from './check-in-session.ts'
import type { NextStep } from './verdict.ts'

/** The result of the last scan over the whole screen, to be understood from a metre without reading. */
export function ScanFeedback(props: {
  readonly shown: NonNullable<CheckInState['shown']>
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('warehouse')
  const reasonText = useReasonText()
  const personName = usePersonName()
  const { id, verdict, code, label } = props.shown

  const next = (step: NextStep): string => {
    if (step.kind === 'stock') return t(($) => $.next.stock, { stock: step.stock })
    if (step.kind === 'sealed') return t(($) => $.next.sealed, { name: personName(step.name) })
    if (step.kind === 'text') return t(($) => $.next[step.text])
    // The place stands in letters of its own.
    if (step.kind === 'elsewhere') return reasonText('ITEM_IN_OTHER_WAREHOUSE')
    return step.kind === 'reason' ? reasonText(step.code) : t(($) => $.next[step.kind])
  }
  const isForward = verdict.next.kind === 'forward'
  const signedOut =
    verdict.sealedBy === undefined ? null : t(($) => $.next.sealedWaits, { name: personName(verdict.sealedBy) })
  const detail = joinWithDots([label, isForward ? null : next(verdict.next), signedOut])
  const place = 'warehouse' in verdict.next ? placeName(verdict.next) : undefined
  return (
    <FullScreenFeedback
      id={id}
      tone={verdict.tone}
      word={isForward ? t(($) => $.next.forward) : t(($) => $.outcome[verdict.word])}
      detail={detail}
      {...(place === undefined ? {} : { place })}
      code={groupCode(code)}
      onEnd={props.onEnd}
    />
  )
}

function placeName({ warehouse, city }: { readonly warehouse: string; readonly city: string | null }): string {
  return city === null || warehouse.includes(city) ? warehouse : `${warehouse}, ${city}`
}
