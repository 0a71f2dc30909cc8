import { brandingCall } from '#sync/calls/settings.ts'
import { readSession } from '#web/lib/local-storage.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { expiredUserAtom } from '#web/lib/session.ts'
import type { PinAnswer } from '#web/local/device/offline-pin.ts'
import { keepSession, tryPin } from './device-door.ts'
import { sendPendingSignOut } from './pending-sign-out.ts'

/** How long a server that does not answer is waited for before the PIN counts, in milliseconds. */
const longestWaitMs = 3000

/** What became of a PIN at the door. */
export type PinOutcome =
  | Exclude<PinAnswer, { readonly kind: 'open' }>
  | { readonly kind: 'open' }
  /** The server answers: its user signs in there. */
  | { readonly kind: 'online' }

/**
 * Signs a user in by the PIN of this device, where the server is not reached. The user goes on as at the sign-out, and sends
 * nothing before a sign-in with the server.
 */
export function usePinSignIn(): (userId: string, pin: string) => Promise<PinOutcome> {
  const { http, session, queries, storage } = usePlatform()
  return async (userId, pin) => {
    if (await isReached(http)) return { kind: 'online' }
    const answer = await tryPin(userId, pin, async (values) => {
      queries.clear()
      session.store.set(expiredUserAtom, null)
      if (!session.resume(values, new Date())) return false
      await keepSession(userId, readSession(storage))
      return true
    })
    if (answer.kind !== 'open') return answer
    void sendPendingSignOut(document, session, http)
    return { kind: 'open' }
  }
}

async function isReached(http: Http): Promise<boolean> {
  return http(brandingCall, { waitMs: longestWaitMs }).then(
    () => true,
    (error: unknown) => error instanceof CallError && error.failure === 'refused' && error.status < 500,
  )
}
