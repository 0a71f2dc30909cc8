import {
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ItemStepStatus } from '#domain/refurb/refurb-step.ts'
import styles from '../refurb.module.css'

const icons = {
  to_do: IconCircle,
  in_progress: IconPlayerPlayFilled,
  paused: IconPlayerPauseFilled,
  cancelled: IconCircleX,
  completed: IconCircleCheck,
} as const satisfies Readonly<Record<ItemStepStatus, unknown>>

/** A step's status: a word, an icon and its colour (REFURB-22). */
export function StepStatus({ status }: { readonly status: ItemStepStatus }) {
  const { t } = useTranslation('refurb')
  const Icon = icons[status]
  return (
    <span className={styles.status} data-status={status}>
      <Icon size={20} aria-hidden />
      {t(($) => $.status[status])}
    </span>
  )
}
