import type { Module } from '#domain/organization/module.ts'
import { heldPermissions } from '#web/lib/permission.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { expiredUserAtom } from '#web/lib/session.ts'
import { callSignIn } from './call-sign-in.ts'
import { deviceId, keepGrants, modulesInWait } from './device-door.ts'
import { finishSignOut } from './pending-sign-out.ts'

/** What the sign-in form sends. */
export interface Credentials {
  readonly email: string
  readonly password: string
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

/** Signs in: keeps the user, and the device's grants apart from it. */
export function useSignIn(): (proof: Credentials | OpenIdTicket) => Promise<void> {
  const { queries } = usePlatform()
  return useProof(() => queries.clear())
}

/** Signs the same user in again, whose screens go on with what they show. */
export function useReconnect(): (proof: Credentials) => Promise<void> {
  return useProof(() => undefined)
}

function useProof(beforeKeep: () => void): (proof: Credentials | OpenIdTicket) => Promise<void> {
  const { session, http } = usePlatform()
  return async (proof) => {
    const [device, grantModules] = await Promise.all([deviceId(), modulesInWait()])
    const before = session.user() ?? session.store.get(expiredUserAtom)
    // Whoever only reconnects goes on in the module that the screen and the unsent work belong to.
    const sameUser = 'email' in proof && before?.email.toLowerCase() === proof.email.trim().toLowerCase()
    const body = {
      ...proof,
      ...(sameUser && before && { module: before.module }),
      ...(device && { deviceId: device }),
    }
    const tellLater = await finishSignOut(document, session, http)
    try {
      const user = await callSignIn(http, body, device === undefined ? [] : grantModules)
      if (heldPermissions(user).length === 0) throw new NoPermissionsError()
      await keepGrants(user)
      beforeKeep()
      session.store.set(expiredUserAtom, null)
      session.keep(user, new Date())
    } catch (error) {
      tellLater()
      throw error
    }
  }
}
