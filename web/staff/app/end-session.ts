import { raiseError, sessionEndedCode, signInNeededAtom } from '#web/lib/error-state.ts'
import type { CallError } from '#web/lib/http.ts'
import type { Session } from '#web/lib/session.ts'
import { allKept, giveUpUnkept, unkept } from '#web/lib/unkept.ts'
import { sealWorkOf } from '../features/access/device-door.ts'
import type { StaffRouter } from './router.ts'

/**
 * The server no longer takes this session. On the floor the badge says so and capture goes on; in the back office the
 * reconnect modal opens (SHELL-51). A user whose permissions are gone is signed out (AUTH-31).
 */
export function endSession(
  session: Session,
  router: StaffRouter,
  error: CallError,
  dismiss = () => dismissUser(session, router),
): void {
  if (session.user() === null) return
  if (error.code === 'ACCESS_NO_PERMISSIONS') {
    dismiss()
    return
  }
  session.store.set(signInNeededAtom, true)
  if (isOnFloor(router)) return
  raiseError(session.store, { code: sessionEndedCode, response: error.code, shouldDisplayModal: true })
}

/** How long a storage that does not answer holds up the end of a session, in milliseconds. */
const longestKeepMs = 3000

/**
 * Signs out a user who has no permission left (AUTH-31). The grants go as at any sign-out: a start brings back whoever
 * could still send something.
 */
export function dismissUser(session: Session, router: StaffRouter, seal = sealWorkOf): void {
  const user = session.user()
  const leave = (): void => {
    giveUpUnkept()
    session.forget()
    if (user !== null) void seal(user.id)
    void router.navigate({ to: '/login' })
  }
  // What is just being scanned is written down first; the screen takes it along when it goes.
  if (unkept() === 0) leave()
  else void allKept(longestKeepMs).then(leave)
}

function isOnFloor(router: StaffRouter): boolean {
  // The answer may come before the page itself: the address says where the user is.
  return router.matchRoutes(router.latestLocation).some((match) => match.staticData.floor === true)
}
