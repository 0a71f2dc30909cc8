import type { Module } from './module.ts'
import { isAdminType, type UserType } from './user-type.ts'

/**
 * Warehouses that a user works in: each for administrators, who choose one, and for the managers of the whole tree, who
 * let items out of any quarantine (lifecycle, section 5); their own for whoever belongs to one. Device and server judge
 * by the same answer. `organizationId` is null of a user without a place.
 */
export function ownWarehouses(user: {
  readonly userType: UserType
  readonly module: Module
  readonly organizationId: string | null
}): readonly string[] | 'all' {
  const { userType, module, organizationId } = user
  if (isAdminType(userType) || userType === 'root_management_unit_manager') return 'all'
  return module === 'rps' && organizationId !== null ? [organizationId] : []
}
