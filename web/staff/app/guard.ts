import type { StoredUser } from '#web/lib/local-storage.ts'
import { can, type RoutePermission } from '#web/lib/permission.ts'

/** Where a navigation goes instead, or that it may go on. */
export type GuardAnswer =
  | { readonly to: '/login' | typeof secondFactorPath; readonly from: string }
  | { readonly to: '/home' }
  | null

/** Where a user sets up a second factor before anything else opens. */
export const secondFactorPath = '/second-factor'

/**
 * The route guard (SHELL-44, SHELL-45): without a user everything that is not open asks to sign in; a user who lacks
 * the page's permission goes home. A page that declares nothing asks for a signed-in user. Who has to set up a second
 * factor goes there from everywhere.
 */
export function guard(user: StoredUser | null, permission: RoutePermission | undefined, path: string): GuardAnswer {
  const needed = permission ?? 'session'
  if (needed === 'none') return null
  if (user === null || user.apiToken === '') return { to: '/login', from: path }
  const isThere = path.split('?')[0] === secondFactorPath
  if (user.owesSecondFactor === true) return isThere ? null : { to: secondFactorPath, from: path }
  return can(user, needed) ? null : { to: '/home' }
}

/** A path of this app to go back to after sign-in; nothing that leads to another site. */
export function safeReturn(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || /^\/(login|second-factor)/.test(path)) return '/home'
  return path
}
