import type { Module } from '#domain/organization/module.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { KeptSession } from '#web/lib/local-storage.ts'
import type { BeginSession, NamedUser, NewPin, PinAnswer, PinHolder } from '#web/local/device/offline-pin.ts'

/** How long a sign-in or sign-out waits for a part of the device's storage, in milliseconds. */
const longestWaitMs = 8000

/** What takes longer goes on behind, and what fails holds nobody up. */
async function withinLimit<T>(task: Promise<T>): Promise<T | undefined> {
  const limit = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => limit.resolve(undefined), longestWaitMs)
  return Promise.race([task.catch(() => undefined), limit.promise]).finally(() => clearTimeout(timer))
}

/**
 * What sign-in and sign-out need of the device's own database. It is loaded when asked for, because the sign-in page
 * is light; a browser that refuses the database, or never answers for it, still signs in and out, and captures nothing.
 */
export async function deviceId(): Promise<string | undefined> {
  return withinLimit(import('#web/local/device/device-id.ts').then(({ getDeviceId }) => getDeviceId()))
}

/** Modules in which this device keeps work that waits for a grant. */
export async function modulesInWait(): Promise<readonly Module[]> {
  const modules = await withinLimit(
    import('#web/local/device/grants.ts').then(({ readModulesAwaitingGrant }) => readModulesAwaitingGrant()),
  )
  return modules ?? []
}

/** Keeps the grants of a sign-in, of a switch of module, or of a client that is opened. */
export async function keepGrants({
  id: userId,
  isOfPlatform,
  viewedAccountId,
  grant,
  moreGrants = [],
}: Pick<AuthenticatedUser, 'id' | 'isOfPlatform' | 'viewedAccountId' | 'grant' | 'moreGrants'>): Promise<void> {
  if (grant === undefined) return
  const kept = import('#web/local/device/grants.ts').then(async ({ storeGrant }) => {
    const clientId = isOfPlatform === true ? viewedAccountId : undefined
    // One that the storage refuses takes none of the others with it.
    for (const each of [...moreGrants, grant]) await storeGrant({ ...each, userId, clientId }).catch(() => undefined)
  })
  await withinLimit(kept)
}

/**
 * Forgets a user's grants, which seals what this user has not sent yet, and ends the session with a turn of it: a start after
 * this finds nobody signed in.
 */
export async function sealWorkOf(userId: string, turn?: number): Promise<void> {
  await withinLimit(import('#web/local/device/grants.ts').then(({ dropGrants }) => dropGrants(userId, turn)))
}

/** Keeps what a user's PIN brings back, encrypted; nothing where there is no PIN. */
export async function keepForPin(userId: string, { values }: KeptSession): Promise<void> {
  await withinLimit(import('#web/local/device/device-pin.ts').then((device) => device.keepForPinHere(userId, values)))
}

/**
 * Leaves nothing on the device that others could read: its databases but for what is not sent, what a service
 * worker may have kept beside the app's own files, and what the tab remembers.
 */
export async function emptyDevice(): Promise<void> {
  sessionStorage.clear()
  await import('#web/local/device/empty-device.ts').then((device) => device.emptyDevice()).catch(() => undefined)
}

/** Keeps the session of the signed-in user where a killed browser does not lose it. */
export async function keepSession(userId: string, session: KeptSession): Promise<void> {
  await import('#web/local/device/signed-in.ts')
    .then(({ keepSignedIn }) => keepSignedIn(userId, session))
    .catch(() => undefined)
}

/** The session as it was kept last; null where none was. */
export async function keptSession(): Promise<KeptSession | null> {
  return import('#web/local/device/signed-in.ts').then(({ readSignedIn }) => readSignedIn()).catch(() => null)
}

/** Whether a PIN has let this user in, and its days are over. */
export async function isOverByPin(userId: string): Promise<boolean> {
  return import('#web/local/device/signed-in.ts').then((device) => device.isOverByPin(userId)).catch(() => false)
}

/** Whether this device has sold a cart. */
export async function isCartSold(cart: { cartId: string; itemIds: readonly string[] }): Promise<boolean> {
  return import('#web/local/counter/sold-cart.ts').then(({ isSoldHere }) => isSoldHere(cart)).catch(() => false)
}

/** Whose PIN opens this device without a network. */
export async function pinHolders(): Promise<readonly PinHolder[]> {
  return import('#web/local/device/device-pin.ts').then((device) => device.readPinHoldersHere()).catch(() => [])
}

/** Tries a PIN, and begins the session that it opens; a storage that refuses knows none. */
export async function tryPin(userId: string, pin: string, begin: BeginSession): Promise<PinAnswer> {
  return import('#web/local/device/device-pin.ts')
    .then((device) => device.tryPinHere(userId, pin, begin))
    .catch(() => ({ kind: 'gone' }) as const)
}

/** Sets the PIN of the signed-in user; answers what the door shows of the user. */
export async function setPin(pin: NewPin): Promise<string> {
  return import('#web/local/device/device-pin.ts').then((device) => device.setPinHere(pin))
}

/** What the door shows of a user who has set a PIN; null where there is none. */
export async function pinLabel(userId: string): Promise<string | null> {
  return import('#web/local/device/device-pin.ts').then((device) => device.pinLabelHere(userId)).catch(() => null)
}

/** Forgets a user's PIN, and what it opens. */
export async function forgetPin(userId: string): Promise<void> {
  await withinLimit(import('#web/local/device/device-pin.ts').then((device) => device.forgetPinHere(userId)))
}

/** Takes note of what the server has said of the signed-in user, for the PINs of this device. */
export async function updateKnownUser(user: NamedUser): Promise<void> {
  await import('#web/local/device/device-pin.ts').then((device) => device.hearOfUserHere(user)).catch(() => undefined)
}
