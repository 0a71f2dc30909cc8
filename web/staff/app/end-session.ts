import { raiseError, sessionEndedCode, signInNeededAtom } from '#web/lib/error-state.ts'
import type { CallError } from '#web/lib/http.ts'
import type { Session } from '#web/lib/session.ts'
import type { StaffRouter } from './router.ts'

/**
 * The server no longer takes this session. On the floor the badge says so and capture goes on; in the back office the
 * reconnect modal opens (SHELL-51). A user whose permissions are gone is signed out (AUTH-31).
 */
export function endSession(session: Session, router: StaffRouter, error: CallError): void {
  if (session.user() === null) return
  if (error.code === 'ACCESS_NO_PERMISSIONS') {
    session.forget()
    void router.navigate({ to: '/login' })
    return
  }
  session.store.set(signInNeededAtom, true)
  if (isOnFloor(router)) return
  raiseError(session.store, { code: sessionEndedCode, response: error.code, shouldDisplayModal: true })
}

function isOnFloor(router: StaffRouter): boolean {
  // The answer may come before the page itself: the address says where the user is.
  return router.matchRoutes(router.latestLocation).some((match) => match.staticData.floor === true)
}
