import type { ConfigurationRepository, AccountConfiguration } from '#api/http/connector-home.ts'
import { refuse } from '#api/http/failure.ts'
import { connectorOf } from '#domain/connector/connector.ts'
import type { PropertyValue } from '#domain/connector/connector-property.ts'
import { succeed } from '#domain/kernel/result.ts'
import type { ConnectorDeps } from './connector-deps.ts'
import * as queries from './stored-queries.ts'
import type { StoredConfiguration } from './stored-queries.ts'

/** What stored configurations are kept with. */
type StoredDeps = Pick<ConnectorDeps, 'vault' | 'payoutHosts'>

/** Configurations that are kept as such. Those of connectors which this version does not know are passed over. */
export function createStoredRepository({ vault, payoutHosts }: StoredDeps): ConfigurationRepository {
  return {
    list: async (tx, accountId) => (await queries.readStored(tx, accountId)).flatMap(configurationsOf),
    lock: async (tx, accountId, id) => {
      const row = await queries.lockStored(tx, { accountId, id })
      return row === null ? null : (configurationsOf(row)[0] ?? null)
    },
    change: async (tx, accountId, { id, connectorId, properties }, change) => {
      const address = change.properties['url']
      const isMoved =
        address !== undefined && properties.every(({ name, value }) => name !== 'url' || value !== address)
      if (connectorId === 'payment' && isMoved) {
        if (!isAllowed(payoutHosts, address)) return refuse('CONNECTOR_HOST_NOT_ALLOWED', { field: 'url' })
        if (await queries.hasOpenPayouts(tx, { accountId, id })) return refuse('CONNECTOR_IN_USE', { field: 'url' })
      }
      await queries.updateStored(tx, vault, { accountId, id }, change)
      return succeed(undefined)
    },
    owned: {
      create: async (tx, accountId, made) => {
        if (made.connectorId === 'payment' && !isAllowed(payoutHosts, made.properties['url']))
          return refuse('CONNECTOR_HOST_NOT_ALLOWED', { field: 'url' })
        return succeed(await queries.insertStored(tx, vault, accountId, made))
      },
      remove: (tx, accountId, id) => queries.deleteStored(tx, { accountId, id }),
    },
    failures: {
      connector_configuration_name: { code: 'CONNECTOR_NAME_TAKEN', field: 'name' },
      connector_configuration_paying: { code: 'CONNECTOR_OTHER_ACTIVE', field: 'status' },
      payment_attempt_configuration: { code: 'CONNECTOR_IN_USE' },
    },
  }
}

function configurationsOf(row: StoredConfiguration): readonly AccountConfiguration[] {
  const connector = connectorOf(row.connector)
  if (connector === null) return []
  const properties = connector.properties.flatMap(({ name, kind }): AccountConfiguration['properties'] => {
    if (kind === 'secret') return Object.hasOwn(row.secrets, name) ? [{ name, value: null }] : []
    const value = row.properties[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return [
    { id: row.id, version: row.version, connectorId: connector.id, name: row.name, status: row.status, properties },
  ]
}

// The program speaks to a payout service, so that no account may lead it to what lies behind the server.
function isAllowed(hosts: readonly string[], address: PropertyValue | null | undefined): boolean {
  return typeof address === 'string' && hosts.includes(new URL(address).host)
}
