import type * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import { refuse } from '#api/http/failure.ts'
import { collectionOf, compareText, sortedBy, windowOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { connectorOf, connectors, connectorTypes, type Connector } from '#domain/connector/connector.ts'
import { succeed } from '#domain/kernel/result.ts'
import { listConnectorsCall, readConnectorCall, type ConnectorAnswer } from '#sync/calls/connector.ts'
import { createConfigurationRoutes } from './configuration-routes.ts'
import type { ConnectorDeps } from './connector-deps.ts'
import { readTravelling } from './connector-queries.ts'

/** Connectors and their configurations (CONN-01 to CONN-14). */
export function createConnectorRoutes(deps: ConnectorDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      {
        ...listConnectorsCall,
        permission: 'connector.manage',
        summary: 'Connectors',
        answerType: 'application/ld+json',
      },
      async ({ query }) => {
        const passing = connectors.filter(({ type }) => query.type?.includes(type) ?? true)
        const { limit, offset } = windowOf(query)
        const members = sortedBy(passing, compares, query.order).slice(offset, offset + limit)
        return succeed(collectionOf(members.map(answerOf), query.partial ? null : passing.length))
      },
    ),

    route(
      {
        ...readConnectorCall,
        permission: 'connector.manage',
        summary: 'One connector',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ caller, params, query }) => {
        const connector = connectorOf(params.id)
        if (connector === null) return refuse('REQUEST_NOT_FOUND')
        const account = await accountOfOrganization(database, caller, query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const options = await inAccount(
          database,
          accountId,
          async (tx) => {
            const named: [string, Awaited<ReturnType<typeof readTravelling>>][] = []
            for (const { name, kind } of connector.properties)
              if (kind === 'circuits' || kind === 'shipping_methods')
                named.push([name, await readTravelling(tx, accountId, kind)])
            return Object.fromEntries(named)
          },
          { readOnly: true },
        )
        return succeed({ ...answerOf(connector), options })
      },
    ),

    ...createConfigurationRoutes(deps),
  ]
}

type Order = z.output<typeof listConnectorsCall.query>['order']

const compares: Readonly<Record<keyof Order, (one: Connector, other: Connector) => number>> = {
  name: (one, other) => compareText(one.name, other.name),
  type: (one, other) => connectorTypes.indexOf(one.type) - connectorTypes.indexOf(other.type),
}

function answerOf({ home: _home, eventsAt: _eventsAt, ...connector }: Connector): ConnectorAnswer {
  const properties = connector.properties.map((property) => ({ ...property, choices: [...property.choices] }))
  return { ...connector, properties }
}
