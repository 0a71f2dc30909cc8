import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp, IconLock, IconLogin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import styles from './connection-badge.module.css'
import { toneOf, type ConnectionView } from './connection-tone.ts'

const icons = {
  refused: IconAlertTriangle,
  signIn: IconLogin2,
  offline: IconCloudOff,
  attention: IconAlertTriangle,
  waiting: IconCloudUp,
  calm: IconCloudCheck,
} as const

/** Whether the device is connected and everything has arrived, always in sight; opens the details. */
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
  const age = view.oldestAgeMs === null || view.waiting === 0 ? null : format.duration(view.oldestAgeMs)
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
        <strong>
          {tone === 'refused'
            ? t(($) => $.connection.refused)
            : tone === 'signIn'
              ? t(($) => $.connection.signIn)
              : t(($) => (view.online ? $.connection.online : $.connection.offline))}
        </strong>
        <span className={styles.detail}>
          {view.waiting === 0
            ? t(($) => $.connection.allSent)
            : t(($) => $.connection.waiting, { count: view.waiting })}
          {age !== null && ` ${t(($) => $.connection.since, { age })}`}
        </span>
      </span>
      {view.sealed > 0 && (
        <span className={styles.pill} data-kind="sealed">
          <IconLock size={18} aria-hidden />
          {t(($) => $.connection.sealed, { count: view.sealed })}
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
