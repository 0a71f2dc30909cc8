import {
  IconAlertTriangle,
  IconBellRinging,
  IconBiohazard,
  IconChecks,
  IconTruckDelivery,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FeedbackTone } from './full-screen-feedback.tsx'
import styles from './floor-notice.module.css'
import tones from '#web/staff/ui/tone.module.css'

const icons: Readonly<Record<FeedbackTone, TablerIcon>> = {
  warning: IconAlertTriangle,
  refused: IconX,
  done: IconChecks,
  accepted: IconChecks,
  elsewhere: IconTruckDelivery,
  quarantine: IconBiohazard,
  attention: IconBellRinging,
}

/** What the operator must know before going on, in its colour, with a word and a sign. */
export function FloorNotice(props: {
  readonly tone: FeedbackTone
  readonly title: string
  readonly children?: ReactNode
  readonly role?: 'alert' | 'status'
}) {
  const Icon = icons[props.tone]
  return (
    <section className={`${styles.notice} ${tones.tone}`} data-tone={props.tone} role={props.role ?? 'alert'}>
      <Icon size={32} aria-hidden />
      <div className={styles.body}>
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </section>
  )
}

/** The one thing that can be done about a notice. */
export function NoticeAction({ children, onClick }: { readonly children: ReactNode; readonly onClick: () => void }) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      {children}
    </button>
  )
}
