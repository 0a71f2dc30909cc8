import { sql, type Selectable, type Transaction } from 'kysely'
import { sealConnectorSecret } from '#api/db/connector-secrets.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ConfigurationChange, NewConfiguration } from '#api/http/connector-home.ts'
import type { PropertyChanges } from '#domain/connector/check-properties.ts'
import { connectorOf } from '#domain/connector/connector.ts'
import type { PropertyValue } from '#domain/connector/connector-property.ts'

type Tx = Transaction<Tables>

/** A stored configuration; its secrets are sealed. */
export type StoredConfiguration = Pick<
  Selectable<Tables['connector_configuration']>,
  'id' | 'version' | 'connector' | 'name' | 'status' | 'properties' | 'secrets'
>

/** A configuration of an account. */
export interface ConfigurationScope {
  readonly accountId: string
  readonly id: string
}

const columns = ['id', 'version', 'connector', 'name', 'status', 'properties', 'secrets'] as const

/** The stored configurations of an account. */
export async function readStored(tx: Tx, accountId: string): Promise<readonly StoredConfiguration[]> {
  return tx.selectFrom('connector_configuration').select(columns).where('account_id', '=', accountId).execute()
}

/** Locks and reads one; null for an id that names none of the account. */
export async function lockStored(tx: Tx, { accountId, id }: ConfigurationScope): Promise<StoredConfiguration | null> {
  const row = await tx
    .selectFrom('connector_configuration')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Adds a configuration; answers its id. */
export async function insertStored(
  tx: Tx,
  vault: SecretSealer,
  accountId: string,
  { connectorId, name, status, properties }: NewConfiguration,
): Promise<string> {
  const id = newId()
  const parts = partsOf(vault, { accountId, id }, connectorId, properties, { properties: {}, secrets: {} })
  await tx
    .insertInto('connector_configuration')
    .values({ account_id: accountId, id, connector: connectorId, name, status, ...parts })
    .execute()
  return id
}

/** Changes a configuration that is locked; properties that are not named stay. */
export async function updateStored(
  tx: Tx,
  vault: SecretSealer,
  { accountId, id }: ConfigurationScope,
  { name, status, properties }: ConfigurationChange,
): Promise<void> {
  const row = await lockStored(tx, { accountId, id })
  if (row === null) return
  const parts = partsOf(vault, { accountId, id }, row.connector, properties, row)
  await tx
    .updateTable('connector_configuration')
    .set({ ...parts, ...(name !== undefined && { name }), ...(status !== undefined && { status }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Whether a payout is open at the service that a configuration names: only there can its end be learnt. */
export async function hasOpenPayouts(tx: Tx, { accountId, id }: ConfigurationScope): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_attempt')
    .select('id')
    .where('account_id', '=', accountId)
    .where('configuration_id', '=', id)
    .where('state', 'in', ['started', 'accepted'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes a configuration. Foreign keys refuse it once a payout was sent to its service. */
export async function deleteStored(tx: Tx, { accountId, id }: ConfigurationScope): Promise<void> {
  await tx.deleteFrom('connector_configuration').where('account_id', '=', accountId).where('id', '=', id).execute()
}

type Parts = Pick<StoredConfiguration, 'properties' | 'secrets'>

/** What the columns hold after a change: secrets are sealed under their configuration and their own name. */
function partsOf(
  vault: SecretSealer,
  { accountId, id }: ConfigurationScope,
  connectorId: string,
  changes: PropertyChanges,
  before: Parts,
) {
  const known = connectorOf(connectorId)?.properties ?? []
  const isSecret = (property: string): boolean => known.some(({ name, kind }) => name === property && kind === 'secret')
  const seal = (property: string, text: string) => sealConnectorSecret(vault, { accountId, id, property }, text)
  const named = Object.entries(changes)
  const plain = named.filter(([property]) => !isSecret(property))
  const secret = named
    .filter(([property]) => isSecret(property))
    .map(([property, value]) => [property, value === null ? null : seal(property, String(value))] as const)
  return {
    properties: json(merged<PropertyValue>(before.properties, plain)),
    secrets: json(merged<string>(before.secrets, secret)),
  }
}

function merged<Value>(
  before: Readonly<Record<string, Value>>,
  changes: readonly (readonly [string, Value | null])[],
): Record<string, Value> {
  const next = new Map(Object.entries(before))
  for (const [name, value] of changes) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return Object.fromEntries(next)
}

function json<Value>(value: Value) {
  return sql<Value>`${JSON.stringify(value)}::jsonb`
}
