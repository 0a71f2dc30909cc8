import type { ReactNode } from 'react'
import styles from './stock-floor.module.css'

/** A square button of the floor that only shows a sign. */
export function IconAction(props: {
  readonly label: string
  readonly onClick: () => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly children: ReactNode
}) {
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
      {props.children}
    </button>
  )
}
