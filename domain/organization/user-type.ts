/** User types (AUTH-26). `pseudo_anonymous` is the visitor of the public site. */
export const userTypes = [
  'admin',
  'super_admin',
  'root_management_unit_manager',
  'root_management_unit_analyst',
  'management_unit_manager',
  'management_unit_analyst',
  'store_manager',
  'store_seller',
  'warehouse_manager',
  'warehouse_operator',
  'buyer_manager',
  'pseudo_anonymous',
] as const
export type UserType = (typeof userTypes)[number]

/** Whether a type is an administrator of the platform, who bypasses the disabled check-in (WH-05). */
export function isAdminType(type: UserType): boolean {
  return type === 'admin' || type === 'super_admin'
}

/** Whether a type stands above stores and works in one of its branch that it chooses. */
export function choosesStore(type: UserType): boolean {
  return type === 'root_management_unit_manager' || type === 'management_unit_manager'
}

/** Whether a user may sign in (ORG-36). */
export const userStatuses = ['active', 'inactive'] as const
