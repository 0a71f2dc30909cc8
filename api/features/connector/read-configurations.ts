import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { readTopEntity } from '#api/db/top-entity.ts'
import type { ConfigurationKeeper, HeldConfiguration } from '#api/http/connector-home.ts'
import { connectorOf, type ConfigurationHome, type Connector } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'

type Tx = Transaction<Tables>

/** The keeper of the configurations of each home. */
export type Keepers = Readonly<Record<Exclude<ConfigurationHome, 'sso'>, ConfigurationKeeper>>

/** A configuration that is locked, with its connector and its keeper. */
export interface LockedConfiguration {
  readonly keeper: ConfigurationKeeper
  readonly held: HeldConfiguration
  readonly connector: Connector
}

/** Locks a configuration in any of its homes; null for an id that names none of the account. */
export async function lock(
  tx: Tx,
  keepers: Keepers,
  accountId: string,
  id: string,
): Promise<LockedConfiguration | null> {
  // A premium feature's configuration is named by the feature, every other one by an id.
  const { feature, ...others } = keepers
  for (const keeper of connectorOf(id)?.home === 'feature' ? [feature] : Object.values(others)) {
    const held = await keeper.lock(tx, accountId, id)
    const connector = held === null ? null : connectorOf(held.connectorId)
    if (held !== null && connector !== null) return { keeper, held, connector }
  }
  return null
}

/** All configurations of an account, and the entity at its top. */
export async function readAll(tx: Tx, keepers: Keepers, accountId: string) {
  const organizationId = await readTopEntity(tx, accountId)
  const held: HeldConfiguration[] = []
  for (const keeper of Object.values(keepers)) held.push(...(await keeper.list(tx, accountId)))
  const configurations = held.flatMap((one) => answerOf(one, organizationId ?? accountId))
  return { organizationId, configurations }
}

/** One configuration; null for an id that names none of the account. */
export async function read(
  tx: Tx,
  keepers: Keepers,
  accountId: string,
  id: string,
): Promise<ConfigurationAnswer | null> {
  const { configurations } = await readAll(tx, keepers, accountId)
  return configurations.find((one) => one.id === id) ?? null
}

function answerOf(held: HeldConfiguration, organizationId: string): readonly ConfigurationAnswer[] {
  const { connectorId, properties, ...rest } = held
  const connector = connectorOf(connectorId)
  if (connector === null) return []
  const { id, name, type, fqn } = connector
  const isSecret = (property: string) =>
    connector.properties.some((one) => one.name === property && one.kind === 'secret')
  return [
    {
      ...rest,
      connector: { id, name, type, fqn },
      organizationId,
      eventPath: connector.eventsAt === null ? null : `${connector.eventsAt}/${held.id}`,
      properties: properties.map((property) => ({
        name: property.name,
        value: typeof property.value === 'object' && property.value !== null ? [...property.value] : property.value,
        isSecret: isSecret(property.name),
      })),
    },
  ]
}
