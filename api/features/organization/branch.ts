import { sql, type Expression, type SqlBool } from 'kysely'

/** Whose branch of the entity tree is meant: the account worked in, and the caller's own parent entity. */
export interface BranchScope {
  readonly accountId: string
  readonly organizationId: string
}

/**
 * The condition on `organization` that keeps a caller inside the own branch: entities at or below the own one. A user
 * of the root management unit sees the whole account, with the warehouses and buyers that are beside the tree.
 */
export function inBranch({ accountId, organizationId }: BranchScope): Expression<SqlBool> {
  return sql<SqlBool>`(organization.path @> array[${organizationId}]::uuid[] or exists (
    select 1 from organization own where own.account_id = ${accountId} and own.id = ${organizationId}
      and own.type = 'root_management_unit'))`
}
