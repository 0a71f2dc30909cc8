import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** Whether the page lives in a browser: false while the server renders it and while the browser takes it over. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
