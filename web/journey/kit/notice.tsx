import type { ReactNode } from 'react'
import { InfoIcon } from './icons.tsx'
import classes from './kit.module.css'

/** A word to the visitor beside the rest; one that came up by itself is read out at once. */
export function Notice(props: {
  readonly tone?: 'good' | 'warn' | 'bad'
  readonly title?: string
  readonly isAlert?: boolean
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className={classes.notice} data-tone={props.tone} role={props.isAlert ? 'alert' : undefined}>
      <InfoIcon />
      {props.title === undefined ? null : <h2>{props.title}</h2>}
      {props.children === undefined ? null : <p>{props.children}</p>}
      {props.actions === undefined ? null : <div className={classes.noticeActions}>{props.actions}</div>}
    </div>
  )
}
