import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useSiteNavigate } from './use-site-navigate.ts'
import classes from './kit.module.css'

interface WayProps {
  readonly to: string
  readonly search?: Readonly<Record<string, unknown>>
  readonly className?: string | undefined
  readonly children: ReactNode
  readonly 'aria-current'?: 'page' | undefined
  readonly onClick?: () => void
}

/** A link within the public site, which the router follows without loading a document. */
export function Way({ onClick, ...props }: WayProps) {
  const go = useSiteNavigate()
  // The router works while the touch waits for its answer; a new tab or a download are the browser's own.
  const follow = (event: MouseEvent): void => {
    onClick?.()
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void go(props.to, props.search)
  }
  // The program knows the routes of the back office alone by their types; a test follows every link of this site.
  return <Link {...(props as unknown as ComponentProps<typeof Link>)} onClick={follow} />
}

/** A link that looks like a button; `quiet` for what is not the primary action. */
export function LinkButton({ quiet, ...props }: WayProps & { readonly quiet?: boolean }) {
  return <Way {...props} className={quiet ? classes.quiet : classes.primary} />
}
