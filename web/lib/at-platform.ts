import type { StoredUser } from './local-storage.ts'

/** Whether one of the platform's administrators works in its own account, and in no client. */
export function isAtPlatform(user: Pick<StoredUser, 'isOfPlatform' | 'accountId' | 'viewedAccountId'>): boolean {
  return user.isOfPlatform === true && user.viewedAccountId === user.accountId
}
