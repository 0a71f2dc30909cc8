import { switchAccountCall } from '#sync/calls/access.ts'
import type { ShownPasskey } from '#sync/calls/passkey.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { Module } from '#domain/organization/module.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import { ownPermissions } from '#web/lib/permission.ts'
import { usePlatform, type Platform } from '#web/lib/platform.tsx'
import { expiredUserAtom, sessionBegunAtom } from '#web/lib/session.ts'
import { callSignIn } from './call-sign-in.ts'
import { deviceId, keepGrants, modulesInWait } from './device-door.ts'
import { finishSignOut } from './pending-sign-out.ts'

/** What the sign-in form sends. */
export interface Credentials {
  readonly email: string
  readonly password: string
  /** A one-time or recovery code; absent until it is asked for. */
  readonly code?: string
  /** Instead of a code. */
  readonly passkey?: ShownPasskey
}

/** What a passkey has signed, which does alone. */
export interface PasskeyProof {
  readonly passkey: ShownPasskey
}

/** What a way through an identity provider sends; `module` is the one that its user has left. */
export interface OpenIdTicket {
  readonly organizationId: string
  readonly openidSessionId: string
  readonly module?: Module
}

/** The user has no permission in any module, so the sign-in ends at once (AUTH-31). */
export class NoPermissionsError extends Error {
  override readonly name = 'NoPermissionsError'
}

/**
 * Signs in: keeps the user, and the device's grants apart from it. `accountId` is what a page shows that waits for this
 * sign-in in another tab: the session goes on there, where it may, or that page would begin again.
 */
export function useSignIn(): (
  proof: Credentials | PasskeyProof | OpenIdTicket,
  accountId?: string,
) => Promise<unknown> {
  const { queries, session, http } = usePlatform()
  return useProof(
    () => queries.clear(),
    async (user, accountId = user.viewedAccountId) =>
      session.keep((await goOnIn(http, user, accountId)) ?? user, new Date()),
  )
}

/**
 * Signs the same user in again, whose screens go on with what they show, for the account that they show it of. Where that
 * is open to the user no more, the page begins again. Who owes a second factor is not kept yet: the page would follow its
 * user to the set-up and lose what is typed.
 */
export function useReconnect(
  reload = () => window.location.reload(),
): (proof: Credentials | PasskeyProof) => Promise<Pick<AuthenticatedUser, 'owesSecondFactor'>> {
  const { session, http } = usePlatform()
  return useProof(
    () => undefined,
    async (user) => {
      if (user.owesSecondFactor !== true) await keepWhereDrawn({ session, http }, user, reload)
    },
  )
}

/**
 * Keeps a user whose session has begun again above a page, in the account that the page is drawn for; where that is open to
 * the user no more, the page begins again.
 */
export async function keepWhereDrawn(
  { session, http }: Pick<Platform, 'session' | 'http'>,
  user: AuthenticatedUser,
  reload: () => void,
): Promise<void> {
  const drawnFor = session.user()?.viewedAccountId ?? user.viewedAccountId
  const there = await goOnIn(http, user, drawnFor)
  if (there !== null) return void session.keep(there, new Date())
  session.keepForReload(user, new Date())
  reload()
}

/** The user of a session that has just begun, in the account that a page shows; null where that opens no more. */
async function goOnIn(http: Http, user: AuthenticatedUser, accountId: string): Promise<AuthenticatedUser | null> {
  if (accountId === user.viewedAccountId) return user
  const device = await deviceId()
  const body = { accountId, ...(device !== undefined && { deviceId: device }) }
  const switched = await http(switchAccountCall, { body }).catch(nullIfRefused)
  if (switched !== null) await keepGrants(switched)
  return switched
}

function useProof(
  beforeKeep: () => void,
  keep: (user: AuthenticatedUser, accountId: string | undefined) => unknown,
): (proof: Credentials | PasskeyProof | OpenIdTicket, accountId?: string) => Promise<AuthenticatedUser> {
  const { session, http } = usePlatform()
  return async (proof, accountId) => {
    const [device, grantModules] = await Promise.all([deviceId(), modulesInWait()])
    const before = session.user() ?? session.store.get(expiredUserAtom)
    // A user who only reconnects goes on in the module that the screen and the unsent work belong to.
    const sameUser = 'email' in proof && before?.email.toLowerCase() === proof.email.trim().toLowerCase()
    const body = {
      ...proof,
      ...(sameUser && before && { module: before.module }),
      ...(device && { deviceId: device }),
    }
    const tellLater = await finishSignOut(document, session, http)
    try {
      const user = await callSignIn(http, body, device === undefined ? [] : grantModules)
      if (ownPermissions(user).length === 0) throw new NoPermissionsError()
      session.store.set(sessionBegunAtom, true)
      await keepGrants(user)
      beforeKeep()
      session.store.set(expiredUserAtom, null)
      await keep(user, accountId)
      return user
    } catch (error) {
      session.store.set(sessionBegunAtom, false)
      tellLater()
      throw error
    }
  }
}

/** An account that opens no more is refused; a server that is away or fails says nothing of it, and is asked again. */
function nullIfRefused(error: unknown): null {
  if (error instanceof CallError && error.failure === 'refused' && error.status < 500) return null
  throw error
}
