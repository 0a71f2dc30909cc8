import {
  IconAlertTriangle,
  IconClockExclamation,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconLock,
  IconLogin2,
  IconRefreshAlert,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import styles from './connection-badge.module.css'
import { toneOf, connectionProblemOf, type ConnectionView } from './connection-tone.ts'

const icons = {
  refused: IconAlertTriangle,
  update: IconRefreshAlert,
  pinEnds: IconLogin2,
  signIn: IconLogin2,
  offline: IconCloudOff,
  overdue: IconClockExclamation,
  clock: IconClockExclamation,
  attention: IconAlertTriangle,
  waiting: IconCloudUp,
  calm: IconCloudCheck,
} as const

/**
 * Whether the device is connected, and what waits since when. It is always in sight, also beside other errors, and
 * opens the details.
 */
export function ConnectionBadge(props: {
  readonly view: ConnectionView
  readonly compact?: boolean
  readonly onOpen: () => void
}) {
  const { t } = useTranslation('sync')
  const format = useFormat()
  const { view } = props
  const tone = toneOf(view)
  const Icon = icons[tone]
  const trouble = connectionProblemOf(view)
  return (
    <button
      type="button"
      className={styles.badge}
      data-tone={tone}
      data-compact={props.compact}
      data-testid="connection-badge"
      aria-haspopup="dialog"
      onClick={props.onOpen}
    >
      <Icon size={28} stroke={2} aria-hidden className={styles.icon} />
      <span className={styles.words}>
        <strong>{t(($) => (view.online ? $.connection.online : $.connection.offline))}</strong>
        {trouble !== null && <strong>{t(($) => $.connection[trouble])}</strong>}
        <span className={styles.detail}>
          <Waiting view={view} />
          {view.oldestAgeMs !== null && ` ${t(($) => $.connection.since, { age: format.duration(view.oldestAgeMs) })}`}
        </span>
      </span>
      {view.signedOut > 0 && (
        <span className={styles.pill} data-kind="sealed">
          <IconLock size={18} aria-hidden />
          {t(($) => $.connection.sealed, { count: view.signedOut })}
        </span>
      )}
      {view.attention > 0 && (
        <span className={styles.pill} data-kind="attention">
          <IconAlertTriangle size={18} aria-hidden />
          {t(($) => $.connection.attention, { count: view.attention })}
        </span>
      )}
      <span className="visually-hidden">{t(($) => $.connection.open)}</span>
    </button>
  )
}

/** How much waits; signed-out work of others is not sent, and is not the reader's. */
function Waiting({ view: { waiting, photosWaiting, signedOut } }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('sync')
  if (waiting === null) return t(($) => $.connection.notCounted)
  const photos = photosWaiting === 0 ? [] : [t(($) => $.connection.photosWaiting, { count: photosWaiting })]
  if (waiting > 0) return [t(($) => $.connection.waiting, { count: waiting }), ...photos].join(' · ')
  if (photos.length > 0) return photos.join('')
  return t(($) => (signedOut > 0 ? $.connection.ownSent : $.connection.allSent))
}
