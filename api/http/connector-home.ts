import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { PropertyChanges } from '#domain/connector/check-properties.ts'
import type { ConfigurationStatus, ConnectorId } from '#domain/connector/connector.ts'
import type { PropertyValue } from '#domain/connector/connector-property.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Failure } from './failure.ts'

type Tx = Transaction<Tables>

/** A configuration of a connector as its home has it. */
export interface AccountConfiguration {
  readonly id: string
  readonly version: number
  readonly connectorId: ConnectorId
  readonly name: string
  readonly status: ConfigurationStatus
  /** Those that are set; the value of a secret is null. */
  readonly properties: readonly { readonly name: string; readonly value: PropertyValue | null }[]
}

/** A configuration as it is made; its properties have passed the connector's rules. */
export interface NewConfiguration {
  readonly connectorId: ConnectorId
  readonly name: string
  readonly status: ConfigurationStatus
  readonly properties: PropertyChanges
}

/** What changes of a configuration; what is absent stays. */
export interface ConfigurationChange {
  readonly name?: string | undefined
  readonly status?: ConfigurationStatus | undefined
  readonly properties: PropertyChanges
}

/**
 * Where configurations of some connectors are kept. A context that keeps them for reasons of its own is their home, so
 * that no fact stands in two places.
 */
export interface ConfigurationRepository {
  list(tx: Tx, accountId: string): Promise<readonly AccountConfiguration[]>
  /** Locks and reads one; null for an id that is none here. */
  lock(tx: Tx, accountId: string, id: string): Promise<AccountConfiguration | null>
  /** Raises the version, regardless of what changes. */
  change(
    tx: Tx,
    accountId: string,
    held: AccountConfiguration,
    change: ConfigurationChange,
  ): Promise<Result<undefined, Failure>>
  /** Null where there is always one configuration, which is neither made nor deleted. */
  readonly owned: {
    /** Answers the id. */
    readonly create: (tx: Tx, accountId: string, made: NewConfiguration) => Promise<Result<string, Failure>>
    readonly remove: (tx: Tx, accountId: string, id: string) => Promise<void>
  } | null
  /** What constraints of its tables refuse, by constraint. */
  readonly failures: Readonly<Record<string, Failure>>
}
