import { raiseError, sessionEndedCode, signInNeededAtom } from '#web/lib/error-state.ts'
import type { CallError } from '#web/lib/http.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { dismissedAtom, type DismissReason, type Session } from '#web/lib/session.ts'
import { writesFlushed, pendingWrites } from '#web/lib/pending-writes.ts'
import { forgetPin } from '../features/access/device-door.ts'
import { signOut, type SignOutOptions, type SignOutPlace } from '../features/access/sign-out.ts'
import type { StaffRouter } from './router.ts'

/**
 * The server no longer takes this session. On the floor the badge says so and capture goes on; in the back office the
 * reconnect modal opens (SHELL-51). A user whose permissions are gone is signed out (AUTH-31).
 */
export function endSession(session: Session, router: StaffRouter, error: CallError, dismiss: () => unknown): void {
  const user = session.user()
  if (user === null) return
  if (error.code === 'ACCESS_NO_PERMISSIONS') {
    dismiss()
    return
  }
  // Another password, or another role: what a PIN was set under counts no more.
  if ((error.details as { readonly reason?: unknown } | null)?.reason !== undefined) void forgetPin(user.id)
  session.store.set(signInNeededAtom, true)
  if (isOnFloor(router)) return
  raiseError(session.store, { code: sessionEndedCode, response: error.details, shouldDisplayModal: true })
}

/** How long the work at a device rests before the end of a PIN's days interrupts nobody, in milliseconds. */
export const restMs = 60_000

/** Where endOverduePin asks. */
interface PinPlace {
  readonly isOver: (userId: string) => Promise<boolean>
  /** Whether keys, touches or writes of the last minute say that work goes on here. */
  readonly isAtWork: () => boolean
}

/**
 * Signs a user out whom a PIN has let in, once its days are over: a device may run for long without a start. Work under
 * way puts it off to the next time that this is asked.
 */
export async function endOverduePin(
  platform: Pick<Platform, 'session' | 'http' | 'storage' | 'queries'>,
  router: Pick<StaffRouter, 'navigate'>,
  { isOver, isAtWork }: PinPlace,
  place?: SignOutPlace,
): Promise<void> {
  const user = platform.session.user()
  if (user?.byPin !== true || isAtWork() || !(await isOver(user.id))) return
  if (platform.session.user() !== user || isAtWork()) return
  await leave(platform, router, 'pinOver', {}, place)
}

/** How long a storage that does not answer holds up the end of a session, in milliseconds. */
const longestKeepMs = 3000

/** Sessions whose user is about to be signed out: one refusal is enough. */
const leaving = new WeakSet<Session>()

/**
 * Signs out a user who has no permission left (AUTH-31), as at any sign-out: the grants go, the server is told, and after
 * a session of an identity provider the way goes on there (AUTH-10).
 */
export function dismissUser(
  platform: Pick<Platform, 'session' | 'http' | 'storage' | 'queries'>,
  router: Pick<StaffRouter, 'navigate'>,
  place?: SignOutPlace,
): Promise<void> {
  return leave(platform, router, 'noPermissions', { dismissed: true }, place)
}

async function leave(
  platform: Pick<Platform, 'session' | 'http' | 'storage' | 'queries'>,
  router: Pick<StaffRouter, 'navigate'>,
  reason: DismissReason,
  options: SignOutOptions,
  place?: SignOutPlace,
): Promise<void> {
  const { session } = platform
  if (leaving.has(session)) return
  leaving.add(session)
  session.store.set(dismissedAtom, reason)
  try {
    // What is just being scanned is written down first; the screen takes it along when it goes.
    if (pendingWrites() > 0) await writesFlushed(longestKeepMs)
    await signOut(platform, () => router.navigate({ to: '/login' }), options, place)
  } finally {
    leaving.delete(session)
  }
}

function isOnFloor(router: StaffRouter): boolean {
  // The answer may come before the page itself: the address says where the user is.
  return router.matchRoutes(router.latestLocation).some((match) => match.staticData.floor === true)
}
