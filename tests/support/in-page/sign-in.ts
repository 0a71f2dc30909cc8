// Runs in a page of the app's origin, instead of the app: signs a user in as the sign-in screen does, by the same code.
import './no-eval.ts'
import { createHttp } from '#web/lib/http.ts'
import { readSession } from '#web/lib/local-storage.ts'
import { openSession } from '#web/lib/session.ts'
import { callSignIn } from '#web/staff/features/access/call-sign-in.ts'
import { deviceId, keepGrants, keepSession } from '#web/staff/features/access/device-door.ts'

/** Answers whether it signed in: not on a device that has stored a user already, whose sign-in does more. */
export async function signInHere(email: string, password: string): Promise<boolean> {
  const databases: IDBFactory | undefined = globalThis.indexedDB
  const known = localStorage.getItem('user') !== null || ((await databases?.databases()) ?? []).length > 0
  if (known) return false
  const http = createHttp({ fetch: (...args) => fetch(...args), module: () => null, onSessionEnded: () => undefined })
  const device = await deviceId()
  const user = await callSignIn(http, { email, password, ...(device && { deviceId: device }) }, [])
  await keepGrants(user)
  openSession(localStorage).keep(user, new Date())
  await keepSession(user.id, readSession(localStorage))
  return true
}
