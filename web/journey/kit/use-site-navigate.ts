import { useCallback } from 'react'
import { useRouter, type NavigateOptions } from '@tanstack/react-router'
import { afterPaint } from './after-paint.ts'
import { needsOwnDocument } from './private-pages.ts'

/** Goes to a path of this site, which the program's types of the back office's routes do not know. */
export type Go = (
  to: string,
  search?: Readonly<Record<string, unknown>>,
  how?: {
    readonly replace?: boolean
    /** Kept by the browser's history beside the address. */
    readonly state?: Readonly<Record<string, unknown>>
  },
) => Promise<void>

/** The way to other pages of this site. */
export function useSiteNavigate(): Go {
  const router = useRouter()
  return useCallback(
    async (to, search = {}, how = {}) => {
      await afterPaint()
      const target = { to, search, ...how } as unknown as NavigateOptions
      const { pathname, href } = router.buildLocation(target)
      if (!needsOwnDocument(router, pathname)) await router.navigate(target)
      // A document that cannot come would be replaced by the browser's own error page.
      else if (navigator.onLine) location[how.replace === true ? 'replace' : 'assign'](href)
    },
    [router],
  )
}
