import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './icon-action.module.css'

/** A square button of the floor that only shows a sign; `label` says it. */
export function IconAction(props: {
  readonly label: string
  readonly icon: TablerIcon
  readonly onClick: () => void
  /** Shown while the pointer rests on it, where that is not the label. */
  readonly title?: string
  readonly pressed?: boolean
  readonly disabled?: boolean
}) {
  const Icon = props.icon
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={props.label}
      title={props.title ?? props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon size={30} aria-hidden />
    </button>
  )
}

/** The bottom bar's square buttons with the main one, which is the last and takes the rest of the width. */
export function ActionRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
