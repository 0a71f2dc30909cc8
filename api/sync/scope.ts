import { hash } from 'node:crypto'
import { refuse } from '#api/http/failure.ts'
import { choosesStore, isAdminType, type UserType } from '#domain/organization/user-type.ts'
import type { Module } from '#domain/organization/module.ts'
import type { PlaceChoice, Scope } from '#sync/wire/pull.ts'
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

const findStore: Statement = {
  name: 'sync-find-store',
  text: `select id from organization
    where account_id = $1 and id::text = $2 and type = 'store' and $3::uuid = any (path)`,
}

/**
 * The part of an account that a session's device keeps: warehouse users their warehouse and every code, store users
 * their store, admin types the warehouse of their choice, managers the store of their choice; everybody else works
 * online and keeps the configuration alone. Null where the chosen warehouse is none of the account's, or the store none
 * of the manager's branch.
 */
export async function resolveScope(
  sql: AccountSql,
  identity: PullIdentity,
  { warehouseId, storeId }: PlaceChoice,
): Promise<ResolvedScope | null> {
  const { accountId, module, userType, organizationId } = identity
  if (isAdminType(userType) && warehouseId !== undefined) {
    const found = await sql.rows(findWarehouse, [accountId, warehouseId])
    return found.length === 0 ? null : scopeOf(accountId, [warehouseId], [])
  }
  if (choosesStore(userType) && storeId !== undefined) {
    const found = await sql.rows(findStore, [accountId, storeId, organizationId])
    return found.length === 0 ? null : scopeOf(accountId, [], [storeId])
  }
  if (module === 'rps') return scopeOf(accountId, [organizationId], [])
  const inStore = userType === 'store_manager' || userType === 'store_seller'
  return scopeOf(accountId, [], inStore ? [organizationId] : [])
}

/** Says of a choice that it is unknown, whether it does not exist or is another's. */
export function refuseChoice({ storeId }: PlaceChoice): ReturnType<typeof refuse> {
  return refuse('REQUEST_NOT_FOUND', { field: storeId === undefined ? 'warehouseId' : 'storeId' })
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
