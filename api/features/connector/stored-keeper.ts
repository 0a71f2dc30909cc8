import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { ConfigurationKeeper, HeldConfiguration } from '#api/http/connector-home.ts'
import { connectorOf } from '#domain/connector/connector.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as queries from './stored-queries.ts'
import type { StoredConfiguration } from './stored-queries.ts'

/** Configurations that are kept as such. Those of connectors which this version does not know are passed over. */
export function createStoredKeeper(vault: SecretSealer): ConfigurationKeeper {
  return {
    list: async (tx, accountId) => (await queries.readStored(tx, accountId)).flatMap(heldOf),
    lock: async (tx, accountId, id) => {
      const row = await queries.lockStored(tx, { accountId, id })
      return row === null ? null : (heldOf(row)[0] ?? null)
    },
    change: async (tx, accountId, { id }, change) => {
      await queries.updateStored(tx, vault, { accountId, id }, change)
      return succeed(undefined)
    },
    owned: {
      create: async (tx, accountId, made) => succeed(await queries.insertStored(tx, vault, accountId, made)),
      remove: (tx, accountId, id) => queries.deleteStored(tx, { accountId, id }),
    },
    failures: { connector_configuration_name: { code: 'CONNECTOR_NAME_TAKEN', field: 'name' } },
  }
}

function heldOf(row: StoredConfiguration): readonly HeldConfiguration[] {
  const connector = connectorOf(row.connector)
  if (connector === null) return []
  const properties = connector.properties.flatMap(({ name, kind }): HeldConfiguration['properties'] => {
    if (kind === 'secret') return Object.hasOwn(row.secrets, name) ? [{ name, value: null }] : []
    const value = row.properties[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return [
    { id: row.id, version: row.version, connectorId: connector.id, name: row.name, status: row.status, properties },
  ]
}
