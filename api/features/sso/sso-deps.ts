import type { TxtResolver } from '#api/adapters/dns/txt-resolver.ts'
import type { OpenIdProviders } from '#api/adapters/openid/openid-providers.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'

/** What the calls about an account's identity provider are built from. */
export interface SsoDeps {
  readonly database: Database
  readonly vault: SecretSealer
  readonly providers: Pick<OpenIdProviders, 'mayCall' | 'inspect'>
  readonly resolveTxt: TxtResolver
  /** Origin that people use; the provider sends them back to it. */
  readonly publicUrl: string
}
