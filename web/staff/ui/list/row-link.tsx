import type { ReactNode } from 'react'
import classes from './data-list.module.css'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'

/** What names a row is the way to its page, also in another tab. */
export function RowLink({ path, children }: { readonly path: string | null; readonly children: ReactNode }) {
  if (path === null) return children
  const { pathname, searchParams } = new URL(path, location.origin)
  const search = Object.fromEntries(searchParams)
  return (
    <AnchorLink to={pathname} search={search} c="inherit" underline="hover" className={classes.rowLink ?? ''}>
      {children}
    </AnchorLink>
  )
}
