import {
  IconAlertTriangle,
  IconBellRinging,
  IconBiohazard,
  IconCheck,
  IconCircleX,
  IconRepeat,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#web/staff/ui/use-keys.ts'
import classes from './floor.module.css'
import tones from '#web/staff/ui/tone.module.css'

/** Meanings of a scan's result, each with its own colour, icon and word. */
export const scanTones = ['accepted', 'done', 'warning', 'elsewhere', 'quarantine', 'refused'] as const
/** The same, and what the server refuses later. */
export const feedbackTones = [...scanTones, 'attention'] as const
export type FeedbackTone = (typeof feedbackTones)[number]

const icons: Readonly<Record<FeedbackTone, TablerIcon>> = {
  accepted: IconCheck,
  done: IconRepeat,
  warning: IconAlertTriangle,
  elsewhere: IconTruckDelivery,
  quarantine: IconBiohazard,
  refused: IconCircleX,
  attention: IconBellRinging,
}

/** How long a result that needs no answer stays, in milliseconds. */
const passingMs: Readonly<Partial<Record<FeedbackTone, number>>> = { accepted: 900, done: 900, attention: 1500 }

interface FeedbackScreenProps {
  readonly tone: FeedbackTone
  readonly word: string
  readonly detail?: string
  /** Where the product goes, in letters that are read from a metre away. */
  readonly place?: string
  readonly code?: string
  /** A colour and an icon of its own, where one tone has several meanings; white text has to be readable on it. */
  readonly color?: string
  readonly icon?: TablerIcon
  readonly onEnd: () => void
}

/** Whether a result waits for a tap, Escape or the next scan. */
export function staysOpen(tone: FeedbackTone): boolean {
  return passingMs[tone] === undefined
}

/**
 * The result of a scan over the whole screen. What passes by itself lets taps through; the others stay until a tap,
 * Escape or the next scan (the caller then gives another `id`). It never takes the focus.
 */
export function FullScreenFeedback({ id, ...face }: FeedbackScreenProps & { readonly id: string | number }) {
  const stayMs = passingMs[face.tone]
  const stays = stayMs === undefined
  const end = useEffectEvent(() => face.onEnd())
  useEffect(() => {
    if (stayMs === undefined) return
    const timer = setTimeout(() => end(), stayMs)
    return () => clearTimeout(timer)
  }, [id, stayMs])
  useKeys((event) => {
    if (event.key !== 'Escape') return
    // The sheet that the result stands before stays open.
    event.preventDefault()
    face.onEnd()
  }, stays)
  return <FeedbackScreen key={id} {...face} />
}

/** The picture of a result, without its clock: it fills the nearest containing block. */
export function FeedbackScreen({ tone, word, detail, place, code, color, icon, onEnd }: FeedbackScreenProps) {
  const { t } = useTranslation('common')
  const stays = staysOpen(tone)
  const Icon = icon ?? icons[tone]
  const own = color === undefined ? undefined : { background: color }
  return (
    <div className={`${classes.feedback} ${tones.tone}`} data-tone={tone} data-stays={stays || undefined} style={own}>
      <div className={classes.feedbackBody} role={stays ? 'alert' : 'status'}>
        <Icon size={112} stroke={2} aria-hidden />
        <p className={classes.feedbackWord}>{word}</p>
        {place ? (
          <p className={classes.feedbackPlace} style={{ '--letters': longestWord(place) } as CSSProperties}>
            {place}
          </p>
        ) : null}
        {detail ? <p className={classes.feedbackDetail}>{detail}</p> : null}
        {code ? (
          <p className={classes.feedbackCode} translate="no">
            {code}
          </p>
        ) : null}
      </div>
      {stays ? (
        <button type="button" className={classes.feedbackButton} onClick={onEnd}>
          {t(($) => $.action.understood)}
        </button>
      ) : null}
    </div>
  )
}

/** Letters of the longest word, which is not to break. */
function longestWord(text: string): number {
  return Math.max(...text.split(/[\s-]+/).map((word) => word.length))
}
