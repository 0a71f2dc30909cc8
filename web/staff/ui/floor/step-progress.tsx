import type { ReactNode } from 'react'
import styles from './step-progress.module.css'

/** How far the questions have come: in words for everybody, and as a bar for the eye. */
export function StepProgress(props: { readonly at: number; readonly of: number; readonly children: ReactNode }) {
  return (
    <>
      <p className={styles.text}>{props.children}</p>
      <progress className={styles.bar} value={props.at} max={props.of} aria-hidden />
    </>
  )
}
