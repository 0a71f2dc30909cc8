import type { ReactNode } from 'react'
import styles from './result-panel.module.css'
import tones from '#web/staff/ui/tone.module.css'

/** The last scan, readable from a metre: its sign and its word on the colour of its meaning, and what else there is. */
export function ResultPanel(props: {
  /** A tone of the feedback; any other name is grey. */
  readonly tone: string
  readonly sign: ReactNode
  readonly word: string
  readonly children: ReactNode
}) {
  return (
    <section className={`${styles.panel} ${tones.tone}`} data-tone={props.tone} aria-live="polite">
      <p className={styles.word}>
        {props.sign}
        <span>{props.word}</span>
      </p>
      {props.children}
    </section>
  )
}
