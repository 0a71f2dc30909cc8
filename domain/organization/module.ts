import type { UserType } from './user-type.ts'

/** Modules a user works in, one at a time (SHELL-39): retailer head office, store, buyer, workshop. */
export const modules = ['root', 'tim', 'lcm', 'rps'] as const
export type Module = (typeof modules)[number]

const retailTypes = [
  'root_management_unit_manager',
  'root_management_unit_analyst',
  'management_unit_manager',
  'management_unit_analyst',
  'store_manager',
  'store_seller',
] as const satisfies readonly UserType[]

/** User types that each module admits (lifecycle, section 5). */
export const moduleUserTypes: Readonly<Record<Module, readonly UserType[]>> = {
  root: ['admin', 'super_admin', ...retailTypes],
  tim: retailTypes,
  lcm: ['buyer_manager'],
  rps: ['warehouse_manager', 'warehouse_operator'],
}
