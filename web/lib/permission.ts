import { can as holds, type Permission } from '#domain/access/permission.ts'
import type { StoredUser } from './local-storage.ts'

/** What a route or menu entry asks for. `none` opens to everybody, `session` to every signed-in user. */
export type RoutePermission = Permission | 'none' | 'session'

/** Permissions of the module that the user works in (AUTH-28). */
export function ownPermissions(user: StoredUser): readonly string[] {
  return user.frontPermissions[user.module] ?? []
}

/** Whether the user may, in the module of the moment. */
export function can(user: StoredUser | null, permission: RoutePermission): boolean {
  if (permission === 'none') return true
  if (user === null) return false
  return permission === 'session' || holds(ownPermissions(user), permission)
}
