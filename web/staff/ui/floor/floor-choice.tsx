import type { ReactNode } from 'react'
import rows from './floor-row.module.css'
import styles from './floor-choice.module.css'

interface Props {
  readonly children: ReactNode
  readonly onClick: () => void
  /** Whether it is the chosen one; absent where it only fills something in. */
  readonly pressed?: boolean
}

/** One of several choices that stand beside each other, for a gloved thumb. */
export function FloorChoice({ children, onClick, pressed }: Props) {
  return (
    <button type="button" className={`${rows.box} ${styles.choice}`} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  )
}
