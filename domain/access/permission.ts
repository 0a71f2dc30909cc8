import type { UserType } from '../organization/user-type.ts'

const admins = ['admin', 'super_admin'] as const
const writers = [...admins, 'root_management_unit_manager'] as const
const readers = [...writers, 'root_management_unit_analyst'] as const
const branches = ['management_unit_manager', 'management_unit_analyst'] as const
const stores = ['store_manager', 'store_seller'] as const
const warehouses = ['warehouse_manager', 'warehouse_operator'] as const
const staff = [...readers, ...branches, ...stores, 'buyer_manager', ...warehouses] as const
const sellers = [...writers, 'management_unit_manager', ...stores] as const
const userReaders = [...readers, ...branches, 'store_manager', 'warehouse_manager'] as const
const userWriters = [...writers, 'management_unit_manager', 'store_manager', 'warehouse_manager'] as const
const floor = [...admins, ...warehouses] as const
const workshop = [...admins, 'warehouse_manager'] as const

/**
 * Who holds which permission: the matrix (lifecycle, section 5), one line a permission. The part of the
 * account that a holder reaches (branch, store, warehouse, assigned) is the scope's business, not this table's.
 */
export const permissionHolders = {
  'dashboard.read': staff,
  'client.list': admins,
  'client.create': admins,
  'client.update': admins,
  'client.delete': admins,
  'connector.manage': admins,
  'transport.list': admins,
  'user.assign_admin': admins,
  'user.create_admin': admins,
  'organization.default_label': admins,
  'design.read': readers,
  'design.update': writers,
  'home.read': readers,
  'home.update': writers,
  'settings.read': readers,
  'settings.update': writers,
  'payment_mode.list': readers,
  'payment_mode.update': writers,
  'circuit.list': readers,
  'circuit.update': writers,
  'dispatch_circuit_rule.list': readers,
  'dispatch_circuit_rule.update': writers,
  'transfer_order.read': readers,
  'transfer_order.update': writers,
  'sso.update': writers,
  'user.force_sso': writers,
  'sftp.read': readers,
  'sftp.update': writers,
  'warehouse_dispatch_rule.read': [...readers, 'warehouse_manager'],
  'warehouse_dispatch_rule.manage': writers,
  'category.list': staff,
  'category.write': writers,
  'product.list': staff,
  'product.write': writers,
  'product.write_own_prices': ['buyer_manager'],
  'question.list': staff,
  'question.write': writers,
  'catalog.import': writers,
  'category.export': [...readers, 'buyer_manager'],
  'product.export': [...readers, 'buyer_manager'],
  'organization.list': userReaders,
  'organization.write': [...writers, 'management_unit_manager'],
  'user.list': userReaders,
  'user.write': userWriters,
  'buyback.list': staff,
  'buyback.read': staff,
  'buyback.create': sellers,
  'buyback.finalize': sellers,
  'buyback.predeclared': sellers,
  'buyback.documents': sellers,
  'buyback.cancel': [...writers, 'management_unit_manager', 'store_manager'],
  'buyback.export': [...readers, 'buyer_manager'],
  'buyback.filter_stores': [...readers, ...branches, 'buyer_manager'],
  'buyback.filter_buyers': [...readers, ...branches, 'buyer_manager'],
  'customer.erase': writers,
  'customer.find': sellers,
  'item.mark_lost_store': [...writers, 'management_unit_manager', 'store_manager'],
  'item.mark_lost_transport': [...writers, 'warehouse_manager'],
  'item.mark_lost_warehouse': [...writers, 'warehouse_manager'],
  'payment.mark_paid': [...writers, 'buyer_manager'],
  'payment.read_custom_values': writers,
  'payment.list': [...readers, 'buyer_manager'],
  'payment_file.manage': writers,
  'payment.release': [...writers, 'buyer_manager'],
  'payment_rule.update': writers,
  'purchase_register.read': writers,
  'job.manage': writers,
  'delivery.write': [...writers, 'warehouse_manager'],
  'expedition.send': [...sellers, ...warehouses],
  'warehouse.check_in': floor,
  'item.control': floor,
  'item_stock.read': [...readers, 'buyer_manager', ...warehouses],
  'item.move': floor,
  'quarantine.transition': [...writers, 'warehouse_manager'],
  'quarantine.send_mail': [...writers, 'warehouse_manager'],
  'return_label.retrieve': [...writers, ...warehouses],
  'refurb_diagnostic.write': floor,
  'refurb.write': floor,
  'refurb_diagnostic.manage': workshop,
  'refurb_step.manage': workshop,
  'stock.manage': workshop,
} as const satisfies Record<string, readonly UserType[]>

/** One permission: the closed vocabulary that menu, route, operation and handler share. */
export type Permission = keyof typeof permissionHolders

/** Every permission, in the order of the matrix. */
export const permissions = Object.keys(permissionHolders) as readonly Permission[]

/** Whether a user type holds a permission. */
export function typeHolds(type: UserType, permission: Permission): boolean {
  return (permissionHolders[permission] as readonly UserType[]).includes(type)
}

/** The permissions of a user type, as the server delivers them for a module (AUTH-28). */
export function permissionsOf(type: UserType): readonly Permission[] {
  return permissions.filter((permission) => typeHolds(type, permission))
}

/** Whether a delivered list holds a permission. */
export function can(held: readonly string[], permission: Permission): boolean {
  return held.includes(permission)
}
