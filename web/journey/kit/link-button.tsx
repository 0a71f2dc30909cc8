import type { ReactNode } from 'react'
import classes from './kit.module.css'

/** A link that looks like a button; `quiet` for what is not the primary action. */
export function LinkButton(props: { readonly href: string; readonly quiet?: boolean; readonly children: ReactNode }) {
  return (
    <a className={props.quiet ? classes.quiet : classes.primary} href={props.href}>
      {props.children}
    </a>
  )
}
