import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Session } from '#api/http/caller.ts'
import { isAdminType } from '#domain/organization/user-type.ts'

/** Who prints: the account worked in, and the place inside it. */
export type Printing = Pick<Session, 'accountId' | 'userId' | 'module' | 'userType' | 'organizationId'>

/**
 * Which of the places `store` and `warehouses` (SQL of ids) must be the caller's: warehouse users print for what is in
 * or bound for their warehouse, others for the stores of their branch, and the top of the tree for everything.
 */
export function isInReach(
  caller: Printing,
  store: RawBuilder<unknown>,
  warehouses: readonly RawBuilder<unknown>[],
): RawBuilder<SqlBool> {
  if (isAdminType(caller.userType)) return sql`true`
  if (caller.userType.startsWith('warehouse_'))
    return sql`(${caller.organizationId}::uuid in (${sql.join(warehouses)}))`
  return sql`exists (select 1 from organization own
    left join organization place on place.account_id = own.account_id and place.id = ${store}
    where own.account_id = ${caller.accountId} and own.id = ${caller.organizationId}
      and (own.type = 'root_management_unit' or place.path @> array[own.id]))`
}
