import type { Config } from '../../wire/pull.ts'

/**
 * Whether a warehouse takes no packages any more. A server that says nothing of it knows no such rule, and a copy of
 * before it follows with its next configuration.
 */
export function isInactiveDestination({ warehouses }: Pick<Config, 'warehouses'>, warehouseId: string): boolean {
  return warehouses.some(({ id, isActive }) => id === warehouseId && isActive === false)
}
