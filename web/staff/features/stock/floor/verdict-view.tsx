import {
  IconAlertTriangle,
  IconBiohazard,
  IconCheck,
  IconCircleX,
  IconRepeat,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { ResultPanel } from '#web/staff/ui/floor/result-panel.tsx'
import { isAboutProduct } from './about-product.ts'
import type { StockVerdict } from './verdict.schema.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './stock-floor.module.css'

const icons = {
  accepted: IconCheck,
  done: IconRepeat,
  warning: IconAlertTriangle,
  elsewhere: IconTruckDelivery,
  quarantine: IconBiohazard,
  refused: IconCircleX,
} as const satisfies Readonly<Record<StockVerdict['tone'], unknown>>

/** The sign of a verdict, so that colour is never alone. */
export function VerdictSign({ tone, size }: { readonly tone: StockVerdict['tone']; readonly size: number }) {
  const Icon = icons[tone]
  return <Icon size={size} stroke={2.5} aria-hidden />
}

/** Writes what to do about a verdict: its own sentence here, or the general one of the code. */
export function useVerdictReason(): (reason: string) => string {
  const { t } = useTranslation('stock')
  const reasonText = useReasonText()
  return (reason) => {
    switch (reason) {
      case 'MOVE_KEPT_APART':
        return t(($) => $.reason.keptApart)
      case 'MOVE_NOT_FOR_QUARANTINE':
        return t(($) => $.reason.notForQuarantine)
      case 'MOVE_NOT_IN_STOCK':
        return t(($) => $.reason.notInStock)
      case 'MOVE_UNKNOWN':
        return t(($) => $.reason.unknown)
      case 'UNDO_NOT_LATEST':
        return t(($) => $.reason.notLatest)
      case 'STOCK_NOT_CHOSEN':
        return t(($) => $.reason.noStock)
      case 'COUNT_OTHER_STOCK':
        return t(($) => $.reason.otherCount)
      case 'MOVE_NOTHING_TO_UNDO':
        return t(($) => $.reason.movedNothing)
      case 'DEVICE_STORAGE_REFUSED':
        return t(($) => $.reason.notSaved)
      default:
        return reasonText(reason)
    }
  }
}

interface ScanResult {
  readonly code: string
  readonly label: string | null
  readonly verdict: StockVerdict
}

/** What a scan is called: of a product whose name this device does not know, that it is a product. */
function useShownName({ code, label, verdict }: ScanResult): string | null {
  const { t } = useTranslation('warehouse')
  return label ?? (isAboutProduct(code, verdict) ? t(($) => $.product.unknown) : null)
}

/** The last scan, readable from a metre. */
export function LastResult(props: ScanResult) {
  const { t } = useTranslation('stock')
  const { code, verdict } = props
  const name = useShownName(props)
  const reasonText = useVerdictReason()
  return (
    <ResultPanel
      tone={verdict.tone}
      sign={<VerdictSign tone={verdict.tone} size={32} />}
      word={t(($) => $.word[verdict.word])}
    >
      {verdict.place !== null && <p className={styles.product}>{verdict.place}</p>}
      <p className={styles.detail}>{name}</p>
      <p className={words.mono}>{groupCode(code)}</p>
      {verdict.reason !== null && <p className={styles.detail}>{reasonText(verdict.reason)}</p>}
    </ResultPanel>
  )
}

/** The same over the whole screen. */
export function ResultOverlay(props: ScanResult & { readonly id: string; readonly onEnd: () => void }) {
  const { t } = useTranslation('stock')
  const reasonText = useVerdictReason()
  const { verdict } = props
  const name = useShownName(props)
  return (
    <FullScreenFeedback
      id={props.id}
      tone={verdict.tone}
      word={t(($) => $.word[verdict.word])}
      detail={joinWithDots([name, verdict.reason === null ? null : reasonText(verdict.reason)])}
      {...(verdict.place === null ? {} : { place: verdict.place })}
      {...(props.code === '' ? {} : { code: groupCode(props.code) })}
      onEnd={props.onEnd}
    />
  )
}
