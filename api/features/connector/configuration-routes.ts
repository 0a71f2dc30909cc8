import type { Transaction } from 'kysely'
import type * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf, compareText, sortedBy, windowOf } from '#api/http/list-page.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { checkProperties, type GivenProperty, type PropertyFault } from '#domain/connector/check-properties.ts'
import { connectorOf, connectors, type Connector } from '#domain/connector/connector.ts'
import { foldText } from '#domain/kernel/fold-text.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import type { ConnectorDeps } from './connector-deps.ts'
import { lock, read, readAll, type Repositories } from './read-configurations.ts'
import { createStoredRepository } from './stored-repository.ts'

type Tx = Transaction<Tables>

const missing = 'CLIENT_ADMINISTRATION_MISSING' as const
const manage = { permission: 'connector.manage' } as const
const faults = [
  'CONNECTOR_NAME_TAKEN',
  'CONNECTOR_PROPERTY_REQUIRED',
  'CONNECTOR_PROPERTY_MISSING',
  'CONNECTOR_PROPERTY_UNKNOWN',
  'CONNECTOR_PROPERTY_INVALID',
  'CONNECTOR_KEPT_ELSEWHERE',
  'CONNECTOR_OTHER_ACTIVE',
  'CONNECTOR_HOST_NOT_ALLOWED',
  'CARRIER_HOST_NOT_ALLOWED',
  'CARRIER_SERVICE_TAKEN',
  'CARRIER_SERVICE_UNFIT',
] as const

/** Configurations of connectors (CONN-13, CONN-14); where they are kept is the connector's business. */
export function createConfigurationRoutes(deps: ConnectorDeps): readonly DeclaredRoute[] {
  const { database } = deps
  const repositories: Repositories = { stored: createStoredRepository(deps), ...deps.repositories }
  const failures = Object.assign({}, ...Object.values(repositories).map((repository) => repository.failures)) as Record<
    string,
    Failure
  >
  const lockFresh = async (tx: Tx, accountId: string, id: string, headers: Headers) => {
    const found = await lock(tx, repositories, accountId, id)
    if (found === null) return refuse('REQUEST_NOT_FOUND')
    const fresh = checkVersion(headers, found.held)
    return fresh.ok ? succeed(found) : fresh
  }
  const accountOf = (caller: Session, organizationId: string | undefined) =>
    accountOfOrganization(database, caller, organizationId)
  const readOnly = { isolation: 'repeatable read', readOnly: true } as const
  return [
    route(
      {
        ...calls.listConfigurationsCall,
        ...manage,
        summary: 'Configurations of connectors',
        answerType: 'application/ld+json',
        refusals: ['REQUEST_NOT_FOUND', missing],
      },
      async ({ caller, query }) => {
        const account = await accountOf(caller, query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const found = await inAccount(database, accountId, (tx) => readAll(tx, repositories, accountId), readOnly)
        const passing = found.configurations.filter((one) => passes(one, query))
        const { limit, offset } = windowOf(query)
        const members = sorted(passing, query.order).slice(offset, offset + limit)
        return succeed(collectionOf(members, query.partial ? null : passing.length))
      },
    ),

    route(
      {
        ...calls.readConfigurationCall,
        ...manage,
        summary: 'One configuration of a connector',
        refusals: [missing],
      },
      async ({ caller, params, query, answerHeaders }) => {
        const account = await accountOf(caller, query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const found = await inAccount(
          database,
          accountId,
          (tx) => read(tx, repositories, accountId, params.id),
          readOnly,
        )
        return versioned(answerHeaders, found)
      },
    ),

    route(
      {
        ...calls.createConfigurationCall,
        ...manage,
        freshProof: true,
        summary: 'Configure a connector',
        refusals: ['REQUEST_NOT_FOUND', ...faults, missing],
      },
      async ({ caller, body, answerHeaders }) => {
        const { connectorId, organizationId, name, status, properties } = body
        const account = await accountOf(caller, organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const connector = connectorOf(connectorId)
        const owned = connector === null || connector.home === 'sso' ? null : repositories[connector.home].owned
        if (connector === null || owned === null) return refuse('CONNECTOR_KEPT_ELSEWHERE', { field: 'connectorId' })
        const made = await refusingConstraints(failures, () =>
          inAccount(database, accountId, async (tx) => {
            const checked = check(connector, [], properties)
            if (!checked.ok) return checked
            const created = await owned.create(tx, accountId, {
              connectorId: connector.id,
              name,
              status,
              properties: checked.value,
            })
            return created.ok ? succeed(await read(tx, repositories, accountId, created.value)) : created
          }),
        )
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchConfigurationCall,
        ...manage,
        freshProof: true,
        summary: 'Change a configuration of a connector',
        refusals: [...faults, 'CONNECTOR_IN_USE', 'REQUEST_VERSION_CONFLICT', missing],
      },
      async ({ caller, params, query, body, http, answerHeaders }) => {
        const account = await accountOf(caller, query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const { properties, ...rest } = body
        const changed = await refusingConstraints(failures, () =>
          inAccount(database, accountId, async (tx) => {
            const found = await lockFresh(tx, accountId, params.id, http.headers)
            if (!found.ok) return found
            const { repository, held, connector } = found.value
            const names = held.properties.map((property) => property.name)
            const checked = properties === undefined ? succeed({}) : check(connector, names, properties)
            if (!checked.ok) return checked
            const done = await repository.change(tx, accountId, held, { ...rest, properties: checked.value })
            return done.ok ? succeed(await read(tx, repositories, accountId, params.id)) : done
          }),
        )
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.deleteConfigurationCall,
        ...manage,
        freshProof: true,
        summary: 'Delete a configuration of a connector',
        refusals: ['CONNECTOR_KEPT_ELSEWHERE', 'CONNECTOR_IN_USE', 'REQUEST_VERSION_CONFLICT', missing],
      },
      async ({ caller, params, query, http }) => {
        const account = await accountOf(caller, query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        return refusingConstraints(failures, () =>
          inAccount(database, accountId, async (tx) => {
            const found = await lockFresh(tx, accountId, params.id, http.headers)
            if (!found.ok) return found
            const { repository, held } = found.value
            if (repository.owned === null) return refuse('CONNECTOR_KEPT_ELSEWHERE')
            await repository.owned.remove(tx, accountId, held.id)
            return succeed(undefined)
          }),
        )
      },
    ),
  ]
}

function check(connector: Connector, held: readonly string[], given: readonly GivenProperty[]) {
  const checked = checkProperties(connector.properties, held, given)
  return checked.ok ? checked : refuseProperty(checked.error)
}

function refuseProperty({ code, property }: PropertyFault): ReturnType<typeof refuse> {
  return refuse(code, { field: property ?? 'properties' })
}

type Query = z.output<typeof calls.listConfigurationsCall.query>

function passes({ connector, status, name }: ConfigurationAnswer, query: Query): boolean {
  const types = query['connector.type']
  if (query.search !== undefined && !foldText(name).includes(foldText(query.search))) return false
  if (query.status !== undefined && query.status !== status) return false
  return (query.connectorId?.includes(connector.id) ?? true) && (types?.includes(connector.type) ?? true)
}

/** By the order that is asked for, then as the catalog stands, then by name. */
function sorted(passing: readonly ConfigurationAnswer[], order: Query['order']): readonly ConfigurationAnswer[] {
  const place = new Map(connectors.map(({ id }, index) => [id, index]))
  const usual = (a: ConfigurationAnswer, b: ConfigurationAnswer): number =>
    (place.get(a.connector.id) ?? 0) - (place.get(b.connector.id) ?? 0) || compares.name(a, b)
  return sortedBy(passing.toSorted(usual), compares, order)
}

const compares: Readonly<Record<keyof Query['order'], (a: ConfigurationAnswer, b: ConfigurationAnswer) => number>> = {
  name: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
  status: (a, b) => compareText(a.status, b.status),
}
