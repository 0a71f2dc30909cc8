import type { TablerIcon } from '@tabler/icons-react'
import styles from './expedition.module.css'

/** A square button beside the main one. */
export function IconAction(props: {
  readonly label: string
  readonly icon: TablerIcon
  readonly onClick: () => void
  readonly pressed?: boolean
  readonly disabled?: boolean
}) {
  const Icon = props.icon
  return (
    <button
      type="button"
      className={styles.iconAction}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon size={30} aria-hidden />
    </button>
  )
}
