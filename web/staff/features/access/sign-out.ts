import { readOpenIdLogoutAddress, readSession, sessionNumber } from '#web/lib/local-storage.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { expiredUserAtom } from '#web/lib/session.ts'
import { discardPendingWrites } from '#web/lib/pending-writes.ts'
import { deviceId, emptyDevice, forgetPin, keepForPin, sealWorkOf } from './device-door.ts'
import { noteSignOut, sendPendingSignOut } from './pending-sign-out.ts'
import { stopSwitch } from './running-switch.ts'

/** `local`: the identity provider has signed the user out already, so its address is not visited again. */
export interface SignOutOptions {
  readonly local?: boolean
  /** The session has ended by itself, and the user is about to come back. */
  readonly reconnects?: boolean
  /** What the user may has been taken away: the PIN goes, too. */
  readonly dismissed?: boolean
}

/** What a sign-out does outside of this app's memory. */
export interface SignOutPlace {
  readonly deviceId: typeof deviceId
  readonly seal: typeof sealWorkOf
  readonly keepForPin: typeof keepForPin
  readonly forgetPin: typeof forgetPin
  readonly empty: typeof emptyDevice
  readonly leaveTo: (address: string) => void
}

const thisDevice: SignOutPlace = {
  deviceId,
  seal: sealWorkOf,
  keepForPin,
  forgetPin,
  empty: emptyDevice,
  leaveTo: (address) => window.location.assign(address),
}

/** How long the way to the sign-in waits for a server that is slow to hear of it, in milliseconds. */
const longestWaitMs = 3000

/** How long it waits for the device to be emptied. */
const longestEmptyMs = 10_000

/**
 * Signs out on this device first, so that it works without network: the grants go, which seals the user's unsent work and
 * makes the next start nobody's, however soon the page is closed; what the user's PIN brings back is encrypted; then the
 * user goes, and everything else that could be read here. The server is told at once, or another time where it is not reached or slow.
 */
export async function signOut(
  { session, http, storage, queries }: Pick<Platform, 'session' | 'http' | 'storage' | 'queries'>,
  goToLogin: () => unknown,
  { local = false, reconnects = false, dismissed = false }: SignOutOptions = {},
  place: SignOutPlace = thisDevice,
): Promise<void> {
  stopSwitch(session.store)
  const user = session.user()
  const endsAtProvider = user?.viaOpenid === true && !local && !reconnects && navigator.onLine
  const openIdAddress = endsAtProvider ? readOpenIdLogoutAddress(storage) : null
  const device = await place.deviceId()
  const left = readSession(storage)
  if (user) await place.seal(user.id, sessionNumber(storage) + 1)
  noteSignOut(document, device)
  if (user) await (dismissed ? place.forgetPin(user.id) : place.keepForPin(user.id, left))
  discardPendingWrites()
  session.forget()
  session.store.set(expiredUserAtom, reconnects && user ? { email: user.email, module: user.module } : null)
  queries.clear()
  // Very much work takes long to lock, and goes on behind the way out; the next start ends what a killed one has begun.
  await Promise.race([place.empty(), new Promise((go) => setTimeout(go, longestEmptyMs))])
  await sendPendingSignOut(document, session, http, AbortSignal.timeout(longestWaitMs))
  if (openIdAddress) place.leaveTo(openIdAddress)
  else await goToLogin()
}
