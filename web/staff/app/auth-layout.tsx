import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { RowsSkeleton } from '../ui/states.tsx'
import classes from './auth-layout.module.css'
import { LanguageSelect } from './language-select.tsx'
import { Logo } from './logo.tsx'
import { releaseLabel } from './release-label.ts'

/** The pages before sign-in: the account's logo, one form, the language. */
export function AuthLayout() {
  return (
    <div className={classes.door}>
      <header className={classes.header}>
        <a href="/" className={classes.logo}>
          <Logo />
        </a>
      </header>
      <main className={classes.card}>
        <Suspense fallback={<RowsSkeleton rows={4} height={56} />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className={classes.footer}>
        <div className={classes.language}>
          <LanguageSelect />
        </div>
        <span translate="no">{releaseLabel}</span>
      </footer>
    </div>
  )
}
