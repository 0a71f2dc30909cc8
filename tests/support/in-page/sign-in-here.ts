// Runs in a page of the app's origin, instead of the app: signs a user in as the sign-in screen does, by the same code.
import './no-eval.ts'
import { switchAccountCall } from '#sync/calls/access.ts'
import { listClientsCall } from '#sync/calls/client.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { createHttp } from '#web/lib/http-client.ts'
import type { Http } from '#web/lib/http.ts'
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
  const signedIn = await callSignIn(http, { email, password, ...(device && { deviceId: device }) }, [])
  const user = signedIn.isOfPlatform === true ? await openDemo(http, device) : signedIn
  await keepGrants(user)
  openSession(localStorage).keep(user, new Date())
  await keepSession(user.id, readSession(localStorage))
  return true
}

/** An administrator of the platform goes on in the demo's first retailer, by whatever name a test has given it. */
async function openDemo(http: Http, device: string | undefined): Promise<AuthenticatedUser> {
  const clients = (await http(listClientsCall, { query: { order: { createdAt: 'asc' } } }))['hydra:member']
  const demo = clients.find(({ isRetailer, name }) => isRetailer && name !== 'Autre Enseigne')
  if (demo === undefined) throw new Error('the demo is not there')
  return http(switchAccountCall, { body: { accountId: demo.id, ...(device !== undefined && { deviceId: device }) } })
}
