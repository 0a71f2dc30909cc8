import {
  countSessionBeyond,
  readSession,
  readUser,
  restoreSession,
  sessionNumber,
  startCart,
  storedCartIds,
  type KeptSession,
  type KeyValues,
  type StoredUser,
} from '#web/lib/local-storage.ts'

/** How long the first screen waits for the device's storage to say whose session it is, in milliseconds. */
const longestWaitMs = 5000

/** What a start asks about the session that local storage has. */
export interface SessionSources {
  readonly keptSession: () => Promise<KeptSession | null>
  readonly keepSession: (userId: string, session: KeptSession) => Promise<void>
  readonly isCartSold: (cart: { readonly cartId: string; readonly itemIds: readonly string[] }) => Promise<boolean>
  /** Whether the server says that this user is signed in, as local storage has it. */
  readonly isConfirmedByServer: (user: StoredUser) => Promise<boolean>
  /** Nothing may be drawn of a user yet: says that the storage is waited for. */
  readonly onWait: () => void
}

/** A session of which the first screen may be drawn. */
interface TakenBack {
  /** There where the storage has not answered yet: whether its answer is another session or cart than the drawn one. */
  readonly later: Promise<boolean> | null
}

/**
 * A browser that was killed before its local storage reached the disk starts with the session before, and with a cart
 * that it has sold since: what is kept with the captured work counts. A storage that does not answer holds up neither
 * the sign-in page nor a user whom the server names too; any other user may have signed out, and is waited with.
 */
export async function recoverSession(
  storage: KeyValues,
  sources: SessionSources,
  waitMs = longestWaitMs,
): Promise<TakenBack> {
  const later = takeBack(storage, sources)
  const answered = later.then(() => true)
  const pause = (): Promise<boolean> =>
    Promise.race([answered, new Promise<boolean>((go) => setTimeout(() => go(false), waitMs))])
  let isToldToWait = false
  while (!(await pause())) {
    const user = readUser(storage)
    if (user === null) return { later }
    if (await Promise.race([answered.then(() => false), sources.isConfirmedByServer(user)])) return { later }
    if (!isToldToWait) sources.onWait()
    isToldToWait = true
  }
  return { later: null }
}

/** Whether the session or its cart has become another one. */
async function takeBack(
  storage: KeyValues,
  { keptSession, keepSession, isCartSold }: SessionSources,
): Promise<boolean> {
  const turn = sessionNumber(storage)
  const before = readUser(storage)?.id
  const kept = await keptSession()
  const isLater = kept !== null && kept.turn > sessionNumber(storage)
  // A session of the same user that was only asked for again says nothing of a sign-out that is kept.
  const isTouched = sessionNumber(storage) !== turn && readUser(storage)?.id !== before
  if (isLater && !isTouched) restoreSession(storage, kept)
  // A user has signed in or out while the storage was silent: that is later than all that it has kept.
  if (isLater && isTouched) {
    countSessionBeyond(storage, kept.turn)
    const user = readUser(storage)
    if (user !== null) await keepSession(user.id, readSession(storage))
  }
  const cart = storedCartIds(storage)
  const isStill = (): boolean => JSON.stringify(storedCartIds(storage)) === JSON.stringify(cart)
  const isSold = cart !== null && (await isCartSold(cart)) && isStill()
  if (isSold) startCart(storage, new Date())
  return (isLater && !isTouched) || isSold
}
