import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { readTopEntity } from '#api/db/top-entity.ts'
import type { ConfigurationRepository, AccountConfiguration } from '#api/http/connector-home.ts'
import { connectorOf, type ConfigurationHome, type Connector } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'

type Tx = Transaction<Tables>

/** The repository of the configurations of each home. */
export type Repositories = Readonly<Record<Exclude<ConfigurationHome, 'sso'>, ConfigurationRepository>>

/** A configuration that is locked, with its connector and its repository. */
export interface LockedConfiguration {
  readonly repository: ConfigurationRepository
  readonly held: AccountConfiguration
  readonly connector: Connector
}

/** Locks a configuration in any of its homes; null for an id that names none of the account. */
export async function lock(
  tx: Tx,
  repositories: Repositories,
  accountId: string,
  id: string,
): Promise<LockedConfiguration | null> {
  // A premium feature's configuration is named by the feature, every other one by an id.
  const { feature, ...others } = repositories
  for (const repository of connectorOf(id)?.home === 'feature' ? [feature] : Object.values(others)) {
    const held = await repository.lock(tx, accountId, id)
    const connector = held === null ? null : connectorOf(held.connectorId)
    if (held !== null && connector !== null) return { repository, held, connector }
  }
  return null
}

/** All configurations of an account, and the entity at its top. */
export async function readAll(tx: Tx, repositories: Repositories, accountId: string) {
  const organizationId = await readTopEntity(tx, accountId)
  const held: AccountConfiguration[] = []
  for (const repository of Object.values(repositories)) held.push(...(await repository.list(tx, accountId)))
  const configurations = held.flatMap((one) => answerOf(one, organizationId ?? accountId))
  return { organizationId, configurations }
}

/** One configuration; null for an id that names none of the account. */
export async function read(
  tx: Tx,
  repositories: Repositories,
  accountId: string,
  id: string,
): Promise<ConfigurationAnswer | null> {
  const { configurations } = await readAll(tx, repositories, accountId)
  return configurations.find((one) => one.id === id) ?? null
}

function answerOf(held: AccountConfiguration, organizationId: string): readonly ConfigurationAnswer[] {
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
