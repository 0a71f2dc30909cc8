import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/entity.ts'
import type { BranchScope } from './branch.ts'
import { readOrganization } from './organization-queries.ts'
import type { OrganizationDeps } from './organization-deps.ts'
import * as queries from './tree-queries.ts'

type Tx = Transaction<Tables>

const list = { permission: 'organization.list' } as const

/** The tree of entities, what may stand where in it, and how much is in use (ORG-26, ORG-29). Before paths with an id. */
export function createTreeRoutes({ database }: OrganizationDeps): readonly DeclaredRoute[] {
  const read = <T>({ accountId }: BranchScope, run: (tx: Tx) => Promise<T>): Promise<T> =>
    inAccount(database, accountId, run, { readOnly: true, isolation: 'repeatable read' })
  /** `field` where a query names the entity, and not the path. */
  const parentsOf = (scope: BranchScope, id: string, field?: 'id') =>
    read(scope, async (tx) => {
      const entity = await readOrganization(tx, scope, id)
      if (entity === null) return refuse('REQUEST_NOT_FOUND', field === undefined ? {} : { field })
      return treeOf(await queries.readAvailableParents(tx, scope, { type: entity.type, leftOut: id }))
    })
  const counted = <T>(scope: BranchScope, id: string, count: (tx: Tx, branch: BranchScope) => Promise<T>) =>
    read<Result<T, Failure>>(scope, async (tx) => {
      if ((await readOrganization(tx, scope, id)) === null) return refuse('REQUEST_NOT_FOUND')
      return succeed(await count(tx, { accountId: scope.accountId, organizationId: id }))
    })
  return [
    route({ ...calls.organizationTreeCall, ...list, summary: 'Tree of the entities' }, async ({ caller }) =>
      treeOf(await read(caller, (tx) => queries.readTree(tx, caller))),
    ),

    route(
      {
        ...calls.availableParentsCall,
        ...list,
        summary: 'Entities that one of a type may stand under',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ caller, query: { type, id } }) => {
        if (id !== undefined) return parentsOf(caller, id, 'id')
        if (type === undefined) return refuse('REQUEST_INVALID', { field: 'type' })
        return treeOf(await read(caller, (tx) => queries.readAvailableParents(tx, caller, { type, leftOut: null })))
      },
    ),

    route(
      { ...calls.linkedBuyerAccountsCall, permission: 'organization.write', summary: 'Accounts of linked buyers' },
      async ({ caller }) => {
        const accounts = await read(caller, (tx) => queries.readLinkedBuyers(tx, caller))
        return succeed({ accounts: [...accounts] })
      },
    ),

    route(
      { ...calls.organizationBranchCall, ...list, summary: 'An entity and those below it' },
      async ({ caller, params }) => {
        const branch = await read(caller, (tx) => queries.readBranchOf(tx, caller, params.id))
        return branch.length === 0 ? refuse('REQUEST_NOT_FOUND') : treeOf(branch)
      },
    ),

    route(
      { ...calls.availableParentsOfCall, ...list, summary: 'Entities that this one may stand under' },
      async ({ caller, params }) => parentsOf(caller, params.id),
    ),

    route({ ...calls.moduleCountCall, ...list, summary: 'Active entities by module' }, async ({ caller, params }) =>
      counted(caller, params.id, queries.countEntities),
    ),

    route({ ...calls.usersModuleCountCall, ...list, summary: 'Active users by module' }, async ({ caller, params }) =>
      counted(caller, params.id, queries.countUsers),
    ),
  ]
}

function treeOf(organizations: readonly Awaited<ReturnType<typeof queries.readTree>>[number][]) {
  return succeed({ organizations: [...organizations] })
}
