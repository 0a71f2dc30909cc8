import { setsUpAbovePageAtom } from '#web/lib/error-state.ts'
import { readUser, storageKeys } from '#web/lib/local-storage.ts'
import type { Platform } from '#web/lib/platform.tsx'

/**
 * Follows a sign-in or sign-out, another module or another account in another tab: the session of both tabs is the
 * same, and a form that was left open would be saved into the other account. Where the same user works in another
 * module or account now, this page keeps its old user data until it is loaded again: the user may stay on it for what
 * is typed in it. While the user sets up a second factor above the page, the end of that says where the page goes on.
 */
export function followOtherTabs(
  { session, storage }: Pick<Platform, 'session' | 'storage'>,
  page: EventTarget,
  reload: () => void,
): void {
  page.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent
    if (key !== storageKeys.user && key !== null) return
    const before = session.user()
    const now = readUser(storage)
    const isUser = before?.id === now?.id
    if (isUser && session.store.get(setsUpAbovePageAtom)) return
    const isPlace = before?.module === now?.module && before?.viewedAccountId === now?.viewedAccountId
    if (isPlace || !isUser) session.reread()
    if (!isPlace || !isUser) reload()
  })
}
