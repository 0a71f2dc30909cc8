import { useEffect, useState } from 'react'
import type * as z from 'zod'
import type { Permission } from '#domain/access/permission.ts'
import type { Http } from '#web/lib/http.ts'
import { openStorage, readUser, type StoredUser } from '#web/lib/local-storage.ts'
import { can } from '#web/lib/permission.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import type { DeviceCopy } from '#web/lib/reading.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

/** A list that the device's copy does not hold, and of which the server's last answer is kept: no customer's data. */
export interface CachedList<T> {
  readonly name: string
  /** The list is kept on the devices of users with this permission. */
  readonly permission: Permission
  readonly schema: z.ZodType<T>
  readonly ask: (http: Http) => Promise<T>
}

/** Runs a task on what is kept; failures of the storage are thrown. */
async function withKept<T>(task: (kept: ResponseCache) => Promise<T>): Promise<T> {
  const kept = createResponseCache({ indexedDB, IDBKeyRange })
  try {
    return await task(kept)
  } finally {
    kept.close()
  }
}

// What one user was told is nobody else's, nor that user's own in another account or module.
function keyOf({ name }: Pick<CachedList<unknown>, 'name'>, user: StoredUser): string {
  return [user.viewedAccountId, user.id, user.module, name].join(' ')
}

/** Asks the server for the lists of a user that were last kept longer ago than `maxAgeMs`, and keeps its answers. */
export async function keepLists(
  lists: readonly CachedList<unknown>[],
  { http, user, maxAgeMs }: { readonly http: Http; readonly user: StoredUser; readonly maxAgeMs: number },
): Promise<void> {
  for (const list of lists.filter(({ permission }) => can(user, permission))) {
    const key = keyOf(list, user)
    const known = await withKept((kept) => kept.read(key))
    if (known !== null && Math.abs(Date.now() - known.readAtMs) < maxAgeMs) continue
    const value = await list.ask(http)
    // Nothing is kept of a user who has left while the server answered.
    if (readUser(openStorage())?.id !== user.id) return
    await withKept((kept) => kept.keep({ key, readAtMs: Date.now(), value }))
  }
}

type Found<T> = { readonly key: string; readonly tries: number } & (
  | { readonly kept: { readonly value: T; readonly readAtMs: number } | null }
  | { readonly hasFailed: true }
)

/** How old a kept list may be beside the page that shows it. */
const freshMs = 60_000

/** What is kept of a list, read while the server is out of reach; while it answers, its word is kept. */
export function useCachedList<T>(list: CachedList<T>, isAway: boolean): DeviceCopy<T> {
  const http = useHttp()
  const user = useSignedInUser()
  const key = keyOf(list, user)
  const [found, setFound] = useState<Found<T> | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // What cannot be kept now is kept the next time; nothing is lost by it.
    if (!isAway) return void keepLists([list], { http, user, maxAgeMs: freshMs }).catch(() => undefined)
    let alive = true
    void withKept((kept) => kept.read(key)).then(
      (kept) => {
        const parsed = list.schema.safeParse(kept?.value)
        const value = kept !== null && parsed.success ? { value: parsed.data, readAtMs: kept.readAtMs } : null
        if (alive) setFound({ key, tries, kept: value })
      },
      () => alive && setFound({ key, tries, hasFailed: true }),
    )
    return () => {
      alive = false
    }
  }, [list, key, http, user, isAway, tries])
  const retry = (): void => setTries((before) => before + 1)
  if (found?.key !== key || found.tries !== tries) return { face: 'loading' }
  if ('hasFailed' in found) return { face: 'failed', retry }
  if (found.kept === null) return { face: 'missing', retry }
  return { face: 'ready', value: found.kept.value, asOfMs: found.kept.readAtMs }
}
