import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './data-list.module.css'

/** What names a row is the way to its page, also in another tab. */
export function RowLink({ path, children }: { readonly path: string | null; readonly children: ReactNode }) {
  if (path === null) return children
  const { pathname, searchParams } = new URL(path, location.origin)
  const search = Object.fromEntries(searchParams)
  return (
    <Anchor
      component={Link}
      to={pathname as never}
      search={search as never}
      c="inherit"
      underline="hover"
      className={classes.rowLink ?? ''}
    >
      {children}
    </Anchor>
  )
}
