import { hash } from 'node:crypto'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import type { Module } from '#domain/organization/module.ts'
import type { Scope } from '#sync/wire/pull.ts'
import type { AccountSql, Statement } from './account-sql.ts'

/** Who pulls, as the session says. */
export interface PullIdentity {
  readonly accountId: string
  readonly userId: string
  readonly module: Module
  readonly userType: UserType
  /** Parent entity of the user in this module. */
  readonly organizationId: string
}

/** A scope with the buckets of the change log that it listens to. */
export interface ResolvedScope {
  readonly scope: Scope
  readonly buckets: readonly string[]
}

const findWarehouse: Statement = {
  name: 'sync-find-warehouse',
  text: `select organization_id from organization_warehouse where account_id = $1 and organization_id = $2`,
}

/**
 * The part of an account that a session's device keeps: warehouse users their warehouse and every code, store users
 * their store, admin types the warehouse of their choice; everybody else works online and keeps the configuration alone. Null where the chosen warehouse is none of the account's.
 */
export async function resolveScope(
  sql: AccountSql,
  identity: PullIdentity,
  warehouseId: string | undefined,
): Promise<ResolvedScope | null> {
  const { accountId, module, userType, organizationId } = identity
  if (isAdminType(userType) && warehouseId !== undefined) {
    const found = await sql.rows(findWarehouse, [accountId, warehouseId])
    return found.length === 0 ? null : scopeOf(accountId, [warehouseId], [])
  }
  if (module === 'rps') return scopeOf(accountId, [organizationId], [])
  const inStore = userType === 'store_manager' || userType === 'store_seller'
  return scopeOf(accountId, [], inStore ? [organizationId] : [])
}

/** Builds a scope; its key is the same for everybody who keeps the same part. */
export function scopeOf(accountId: string, warehouseIds: string[], storeIds: string[]): ResolvedScope {
  const buckets = [
    ...warehouseIds.flatMap((id) => [`warehouse:${id}`, `codes:${accountId}`]),
    ...storeIds.map((id) => `store:${id}`),
    `config:${accountId}`,
  ].toSorted()
  const key = hash('sha256', `${accountId} ${buckets.join(' ')}`, 'hex').slice(0, 32)
  return { scope: { key, accountId, warehouseIds, storeIds }, buckets }
}
