import type { SecretSealer } from './customer-secrets.ts'

/** A secret property of a configuration of a connector. */
export interface ConnectorSecret {
  readonly accountId: string
  readonly id: string
  readonly property: string
}

type Sealer = Pick<SecretSealer, 'lastingKey' | 'seal' | 'open'>

/** Seals a secret as its column keeps it; it opens for its own configuration and property alone. */
export function sealConnectorSecret(vault: Sealer, secret: ConnectorSecret, text: string): string {
  return vault.seal(keyOf(vault, secret), text, labelOf(secret)).toString('base64')
}

/** Opens a sealed secret; the caller keeps it out of logs and answers. */
export function openConnectorSecret(vault: Sealer, secret: ConnectorSecret, sealed: string): string {
  return vault.open(keyOf(vault, secret), Buffer.from(sealed, 'base64'), labelOf(secret))
}

function keyOf(vault: Sealer, { accountId }: ConnectorSecret): Buffer {
  return vault.lastingKey(`connectors of ${accountId}`)
}

function labelOf({ id, property }: ConnectorSecret): string {
  return `${property} of ${id}`
}
