import {
  IconAlertTriangle,
  IconBiohazard,
  IconChecks,
  IconTruckDelivery,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './compliance.module.css'

/** Tones of a notice, as on the whole screen. */
export type NoticeTone = 'warning' | 'refused' | 'done' | 'elsewhere' | 'quarantine' | 'accepted'

const icons: Readonly<Record<NoticeTone, TablerIcon>> = {
  warning: IconAlertTriangle,
  refused: IconX,
  done: IconChecks,
  accepted: IconChecks,
  elsewhere: IconTruckDelivery,
  quarantine: IconBiohazard,
}

/** What the operator must know before going on, in colour, with a word and a sign. */
export function ControlNotice(props: {
  readonly tone: NoticeTone
  readonly title: string
  readonly children?: ReactNode
  readonly role?: 'alert' | 'status'
}) {
  const Icon = icons[props.tone]
  return (
    <section className={styles.notice} data-tone={props.tone} role={props.role ?? 'alert'}>
      <Icon size={32} aria-hidden />
      <div>
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </section>
  )
}
