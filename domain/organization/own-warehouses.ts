import type { Module } from './module.ts'
import { isAdminType, type UserType } from './user-type.ts'

/**
 * Warehouses that a user works in: all for administrators, who choose one, and for the managers of the whole tree, who
 * release items from any quarantine (lifecycle, section 5); the own one for a user of a warehouse. Device and server
 * decide by the same answer. `organizationId` is null for a user without a place.
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
