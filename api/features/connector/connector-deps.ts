import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import type { ConfigurationRepository } from '#api/http/connector-home.ts'

/** What connectors are built from. */
export interface ConnectorDeps {
  readonly database: Database
  readonly vault: SecretSealer
  /** Hosts, with their ports where they have one, at which accounts may name a payout service. */
  readonly payoutHosts: readonly string[]
  /** Carriers and premium features, which are configurations of connectors too. */
  readonly repositories: { readonly carrier: ConfigurationRepository; readonly feature: ConfigurationRepository }
}
