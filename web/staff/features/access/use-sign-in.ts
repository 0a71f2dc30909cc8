import { signInCall } from '#sync/calls/access.ts'
import { getDeviceId } from '#web/local/device-id.ts'
import { storeGrant } from '#web/local/grants.ts'
import { heldPermissions } from '#web/lib/permission.ts'
import { usePlatform } from '#web/lib/platform.tsx'
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
    // A device that refuses storage still signs in, and captures nothing.
    const deviceId = await getDeviceId().catch(() => undefined)
    const user = await http(signInCall, { body: deviceId === undefined ? credentials : { ...credentials, deviceId } })
    if (heldPermissions(user).length === 0) throw new NoPermissionsError()
    if (user.grant) await storeGrant({ ...user.grant, userId: user.id })
    clearSignOutNote(document)
    queries.clear()
    session.keep(user, new Date())
  }
}
