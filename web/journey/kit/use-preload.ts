import { useRouter, type NavigateOptions } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Loads the parts of the page that comes next while there is a network: a page whose parts cannot be had is replaced by
 * the browser's own error page, and with it goes what only this page remembers.
 */
export function usePreload(...paths: readonly string[]): void {
  const router = useRouter()
  const all = paths.join(' ')
  useEffect(() => {
    for (const to of all.split(' ')) router.preloadRoute({ to } as unknown as NavigateOptions).catch(() => undefined)
  }, [router, all])
}
