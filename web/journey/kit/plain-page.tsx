import type { ReactNode } from 'react'
import { SiteLogo } from './site-logo.tsx'
import classes from './plain-page.module.css'

/** A page outside the public layout (PUB-02): the logo and the text. */
export function PlainPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SiteLogo />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
