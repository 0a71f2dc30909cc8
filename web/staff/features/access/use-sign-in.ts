import { signInCall } from '#sync/calls/access.ts'
import { heldPermissions } from '#web/lib/permission.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { deviceId, keepGrant } from './device-door.ts'
import { clearSignOutNote } from './pending-sign-out.ts'

/** What the sign-in form sends. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The user has no permission in any module, so the sign-in ends at once (AUTH-31). */
export class NoPermissionsError extends Error {
  override readonly name = 'NoPermissionsError'
}

/** Signs in: keeps the user, and the device's grant apart from it. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const { session, http, queries } = usePlatform()
  return async (credentials) => {
    const device = await deviceId()
    const before = session.user()
    // Whoever only reconnects goes on in the module that the screen and the unsent work belong to.
    const sameUser = before?.email.toLowerCase() === credentials.email.trim().toLowerCase()
    const body = { ...credentials, ...(sameUser && { module: before.module }), ...(device && { deviceId: device }) }
    const user = await http(signInCall, { body })
    if (heldPermissions(user).length === 0) throw new NoPermissionsError()
    await keepGrant(user.id, user.grant)
    clearSignOutNote(document)
    queries.clear()
    session.keep(user, new Date())
  }
}
