import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
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
export function Way(props: WayProps) {
  // The program knows the routes of the back office alone by their types; a test follows every link of this site.
  return <Link {...(props as unknown as ComponentProps<typeof Link>)} />
}

/** A link that looks like a button; `quiet` for what is not the primary action. */
export function WayButton({ quiet, ...props }: WayProps & { readonly quiet?: boolean }) {
  return <Way {...props} className={quiet ? classes.quiet : classes.primary} />
}
