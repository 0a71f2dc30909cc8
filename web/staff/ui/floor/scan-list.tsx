import type { ReactNode } from 'react'
import rows from './floor-row.module.css'
import styles from './scan-list.module.css'
import tones from '#web/staff/ui/tone.module.css'

/** Scanned products one below the other. */
export function ScanList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

/** One of them: a sign in the colour of its meaning, what it is, and how far it has come. */
export function ScanRow(props: {
  /** The sign and its tone; absent where all rows mean the same. */
  readonly sign?: { readonly tone: string; readonly icon: ReactNode }
  readonly title: ReactNode
  /** Whether it was taken back. */
  readonly isUndone?: boolean
  /** What stands below the title. */
  readonly children: ReactNode
  readonly end?: ReactNode
  /** Opens its detail; without it the row is no button. */
  readonly onOpen?: () => void
  /** What stands below the row. */
  readonly below?: ReactNode
}) {
  const { sign, end } = props
  const parts = (
    <>
      {sign === undefined ? null : (
        <span className={`${styles.sign} ${tones.tone}`} data-tone={sign.tone}>
          {sign.icon}
        </span>
      )}
      <span className={rows.words}>
        <span className={styles.title} data-undone={props.isUndone || undefined}>
          {props.title}
        </span>
        {props.children}
      </span>
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </>
  )
  return (
    <li className={styles.row}>
      {props.onOpen === undefined ? (
        <div className={`${rows.row} ${styles.line}`}>{parts}</div>
      ) : (
        <button type="button" className={`${rows.row} ${styles.line}`} onClick={props.onOpen}>
          {parts}
        </button>
      )}
      {props.below}
    </li>
  )
}
