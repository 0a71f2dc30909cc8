import { succeed } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { versioned } from '#api/http/if-match.ts'
import * as calls from '#sync/calls/organization.ts'
import { createEntityWriteRoutes } from './entity-write-routes.ts'
import * as queries from './organization-queries.ts'
import { createTreeRoutes } from './tree-routes.ts'
import type { OrganizationDeps } from './organization-deps.ts'

/** The entities of an account (ORG-14 to ORG-29). Literal paths come before those with an id. */
export function createOrganizationRoutes(deps: OrganizationDeps): readonly DeclaredRoute[] {
  return [...createTreeRoutes(deps), ...readRoutes(deps), ...createEntityWriteRoutes(deps)]
}

function readRoutes({ database }: OrganizationDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...calls.listOrganizationsCall, permission: 'organization.list', summary: 'Organizations', answerType },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => queries.listOrganizations(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readRootOrganizationCall, permission: 'session', summary: "Top of the account's tree" },
      async ({ caller }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => queries.readRootOrganization(tx, caller))
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),

    route(
      { ...calls.connectedWarehousesCall, permission: 'session', summary: 'Warehouses sent to', answerType },
      async ({ caller, query }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => queries.listConnectedWarehouses(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readOrganizationCall, permission: 'organization.list', summary: 'One organization' },
      async ({ caller, params, answerHeaders }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => queries.readOrganization(tx, caller, params.id))
        return versioned(answerHeaders, found)
      },
    ),

    route(
      { ...calls.readPublicOrganizationCall, permission: 'visitor', summary: 'Public part of an organization' },
      async ({ caller, params }) => {
        const { accountId } = caller
        const found = await inAccount(database, accountId, (tx) => queries.readAnyOrganization(tx, caller, params.id))
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),
  ]
}

/** Lists are linked data (API-08). */
const answerType = 'application/ld+json'
