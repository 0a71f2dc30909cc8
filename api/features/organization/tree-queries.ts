import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { depthsOf, inTreeOrder } from '#domain/catalog/category-tree.ts'
import { parentTypesOf } from '#domain/organization/entity.ts'
import { modules, type Module } from '#domain/organization/module.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import type { TreeOrganization } from '#sync/calls/entity.ts'
import { inBranch, type BranchScope } from './branch.ts'

type Tx = Transaction<Tables>

/** The entities of a branch, each before those below it, the head office first. */
export async function readTree(tx: Tx, scope: BranchScope): Promise<readonly TreeOrganization[]> {
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'type', 'status'])
    .select(['common_name as commonName', 'module_type as moduleType'])
    .select('parent_organization_id as parentOrganizationId')
    .where('organization.account_id', '=', scope.accountId)
    .where(inBranch(scope))
    .orderBy(sql`organization.type = 'root_management_unit'`, 'desc')
    .orderBy('organization.common_name')
    .orderBy('organization.id')
    .execute()
  return inOrder(rows)
}

/** An entity of a branch and all below it; empty for an id that is not in it. */
export async function readBranchOf(tx: Tx, scope: BranchScope, id: string): Promise<readonly TreeOrganization[]> {
  const tree = await readTree(tx, scope)
  const below = new Set([id])
  // Parents come before their children.
  for (const one of tree) if (below.has(one.parentOrganizationId ?? '')) below.add(one.id)
  return inOrder(tree.filter((one) => below.has(one.id)))
}

/** Active entities of the branch that one of a type may stand under, but for those at or below `leftOut`. */
export async function readAvailableParents(
  tx: Tx,
  scope: BranchScope,
  { type, leftOut }: { readonly type: OrganizationType; readonly leftOut: string | null },
): Promise<readonly TreeOrganization[]> {
  const tree = await readTree(tx, scope)
  const below = new Set(leftOut === null ? [] : (await readBranchOf(tx, scope, leftOut)).map(({ id }) => id))
  const types = parentTypesOf(type)
  return inOrder(tree.filter((one) => types.includes(one.type) && one.status === 'active' && !below.has(one.id)))
}

/** Accounts that are linked to this one as its buyers, by name. */
export async function readLinkedBuyers(
  tx: Tx,
  { accountId }: Pick<BranchScope, 'accountId'>,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return tx
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', 'account_link.buyer_account_id')
    .select(['account.id', 'account.name'])
    .where('account_link.account_id', '=', accountId)
    .where('account_link.status', '=', 'active')
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
}

type Counts = Readonly<Record<Module, number>>

/** Active entities at one and below it, by their modules; at the head office those of the whole account (ORG-29). */
export async function countEntities(tx: Tx, branch: BranchScope): Promise<Counts> {
  const rows = await tx
    .selectFrom('organization')
    .select(['organization.module_type as module', sql<number>`count(*)::int`.as('count')])
    .where('organization.account_id', '=', branch.accountId)
    .where('organization.status', '=', 'active')
    .where(inBranch(branch))
    .groupBy('organization.module_type')
    .execute()
  return countsOf(rows)
}

/** Active users of each module whose place is at an entity or below it (ORG-29). */
export async function countUsers(tx: Tx, branch: BranchScope): Promise<Counts> {
  const rows = await tx
    .selectFrom('user_module')
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'user_module.account_id')
        .onRef('organization.id', '=', 'user_module.organization_id'),
    )
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.account_id', '=', 'user_module.account_id')
        .onRef('user_account.id', '=', 'user_module.user_id'),
    )
    .select(['user_module.module', sql<number>`count(*)::int`.as('count')])
    .where('user_module.account_id', '=', branch.accountId)
    .where('user_account.status', '=', 'active')
    .where(inBranch(branch))
    .groupBy('user_module.module')
    .execute()
  return countsOf(rows)
}

function countsOf(rows: readonly { readonly module: Module; readonly count: number }[]): Counts {
  const counts = new Map(rows.map(({ module, count }) => [module, count]))
  return Object.fromEntries(modules.map((module) => [module, counts.get(module) ?? 0])) as Counts
}

/** What is not in the list is above none of it. */
function inOrder(entities: readonly Omit<TreeOrganization, 'depth'>[]): readonly TreeOrganization[] {
  const known = new Set(entities.map(({ id }) => id))
  const placed = entities.map((one) => {
    const above = one.parentOrganizationId
    return { ...one, parentId: above !== null && known.has(above) ? above : null }
  })
  const ordered = inTreeOrder(placed)
  const depths = depthsOf(ordered)
  return ordered.map(({ parentId, ...one }) => ({
    ...one,
    parentOrganizationId: parentId,
    depth: depths.get(one.id) ?? 0,
  }))
}
