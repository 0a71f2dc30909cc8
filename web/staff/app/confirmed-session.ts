import { readSessionCall } from '#sync/calls/access.ts'
import type { Activity } from '#web/lib/activity.ts'
import { createHttp } from '#web/lib/http-client.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { hasSignOutNote } from '../features/access/pending-sign-out.ts'

/** How long the server has to name the user, in milliseconds. */
const longestAskMs = 5000

/**
 * Whether the server names this user, in the same module and account. It knows nothing of one whom a PIN has let in, and
 * may not have heard of a sign-out yet that this device has noted.
 */
export async function isConfirmedByServer(
  user: StoredUser,
  page: Document,
  { idleSeconds }: Pick<Activity, 'idleSeconds'>,
  fetch: typeof globalThis.fetch = (address, request) => globalThis.fetch(address, request),
): Promise<boolean> {
  if (user.byPin === true || hasSignOutNote(page)) return false
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined, idleSeconds })
  const named = await http(readSessionCall, { signal: AbortSignal.timeout(longestAskMs) }).catch(() => null)
  return named?.id === user.id && named.module === user.module && named.viewedAccountId === user.viewedAccountId
}
