import type { Generated } from 'kysely'
import type { PropertyValue } from '#domain/connector/connector-property.ts'

/** Configurations of connectors that are kept as such; their secrets are sealed by the vault. */
export interface ConnectorConfigurationTable {
  readonly account_id: string
  readonly id: string
  readonly connector: string
  readonly name: string
  readonly status: Generated<'active' | 'inactive'>
  readonly properties: Record<string, PropertyValue>
  /** By property, as base64. */
  readonly secrets: Record<string, string>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}
