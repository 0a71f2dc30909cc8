import { signOutCall } from '#sync/calls/session-sign-out.ts'
import { atom } from 'jotai'
import { CallError, type Http } from '#web/lib/http.ts'
import type { Session } from '#web/lib/session.ts'

const mark = 'reprise-signed-out'
const keptSeconds = 7 * 86_400

/**
 * Notes that the server has still to hear of a sign-out: the session's own cookie is out of a page's reach. A cookie
 * holds the note, because local storage is emptied by the sign-out itself.
 */
export function noteSignOut(page: Document, deviceId: string | undefined): void {
  page.cookie = `${mark}=${deviceId ?? 'none'}; path=/; max-age=${keptSeconds}; samesite=strict`
}

/** What tells the server of a sign-out right now. */
const tellingAtom = atom<ReadonlySet<AbortController>>(new Set<AbortController>())

/** How long a sign-in waits for the server to hear of the sign-out before it, in milliseconds. */
const longestWaitMs = 3000

/**
 * Tells the server of a sign-out before the sign-in that begins. Where the server does not hear of it in time, it is
 * dropped: told later, it would come with the cookie of the user who has signed in. The returned function notes it
 * again, for a sign-in that fails.
 */
export async function finishSignOut(
  page: Document,
  session: Session,
  http: Http,
  signal = AbortSignal.timeout(longestWaitMs),
): Promise<() => void> {
  for (const telling of session.store.get(tellingAtom)) telling.abort()
  const noted = readNote(page)
  if (noted === undefined) return () => undefined
  const isTold = await tell(noted, http, signal).catch(() => false)
  clearSignOutNote(page)
  return () => {
    if (!isTold) noteSignOut(page, noted === 'none' ? undefined : noted)
  }
}

/** Takes the note back: the server has heard of it, or a user signs in. */
function clearSignOutNote(page: Document): void {
  page.cookie = `${mark}=; path=/; max-age=0; samesite=strict`
}

/** Whether a user signed out here, and nobody has signed in since. */
export function hasSignOutNote(page: Document): boolean {
  return readNote(page) !== undefined
}

function readNote(page: Document): string | undefined {
  return page.cookie.match(/(?:^|; )reprise-signed-out=([\w-]+)/)?.[1]
}

/**
 * Tells the server of a sign-out that happened without network; does nothing while a user is signed in, but one whom a PIN has
 * let in: the session before must not go on under that user's hands without a password. With a signal,
 * a caller waits no longer than the signal says; the server then hears of the sign-out another time.
 */
export async function sendPendingSignOut(
  page: Document,
  session: Session,
  http: Http,
  signal?: AbortSignal,
): Promise<void> {
  const noted = readNote(page)
  const user = session.user()
  if (noted === undefined || (user !== null && user.byPin !== true)) return
  const telling = new AbortController()
  const ends = AbortSignal.any(signal === undefined ? [telling.signal] : [telling.signal, signal])
  session.store.set(tellingAtom, (all) => new Set([...all, telling]))
  try {
    if (!(await tell(noted, http, ends))) return
  } catch (error) {
    if (ends.aborted) return
    throw error
  } finally {
    session.store.set(tellingAtom, (all) => new Set([...all].filter((other) => other !== telling)))
  }
  if (!telling.signal.aborted) clearSignOutNote(page)
}

/** How often a server is asked that has not heard of a sign-out, in milliseconds. */
const retryMs = 30_000

/**
 * Tells the server of sign-outs for as long as the page lives: at the start, when the network comes back, and every now and
 * then, because a network without a way to the server says nothing when that opens.
 */
export function retryPendingSignOuts(session: Session, http: Http, page: Document = document): void {
  const send = (): void => void sendPendingSignOut(page, session, http, AbortSignal.timeout(retryMs))
  send()
  window.addEventListener('online', send)
  setInterval(send, retryMs)
}

/** Whether the server has heard of a sign-out. */
async function tell(noted: string, http: Http, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  try {
    await http(signOutCall, { body: noted === 'none' ? {} : { deviceId: noted }, signal, withSession: true })
    return true
  } catch (error) {
    // Refused means that the session is gone already; without an answer the note stays for the next time.
    if (!(error instanceof CallError)) throw error
    return error.failure === 'refused' && error.status < 500
  }
}
