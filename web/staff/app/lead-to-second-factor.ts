import { secondFactorPath } from './guard.ts'

/**
 * What follows a call that is refused for want of a second factor: the user is read again, and the guard leads to the
 * set-up. Who is there already stays: once the factor is set up, its recovery codes are shown this once, and a guard that
 * looked again would lead away from them.
 */
export function createLeadToSecondFactor(parts: {
  readonly pathname: () => string
  /** Whether the user signs in again above a page, which shows the set-up there and keeps what is typed. */
  readonly isReconnecting: () => boolean
  readonly refresh: () => Promise<unknown>
  readonly askGuard: () => unknown
}): () => Promise<void> {
  const isThere = (): boolean => parts.pathname() === secondFactorPath || parts.isReconnecting()
  return async () => {
    if (isThere()) return
    await parts.refresh()
    if (!isThere()) parts.askGuard()
  }
}
