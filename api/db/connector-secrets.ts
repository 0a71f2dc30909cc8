import type { SecretSealer } from './customer-secrets.ts'

/** A secret property of a configuration of a connector. */
export interface ConnectorSecret {
  readonly accountId: string
  readonly id: string
  readonly property: string
}

type Sealer = Pick<SecretSealer, 'sealFor' | 'openFor'>

/** Seals a secret as its column keeps it; it opens for its own configuration and property alone. */
export function sealConnectorSecret(vault: Sealer, secret: ConnectorSecret, text: string): string {
  return vault.sealFor(ownerOf(secret), text, labelOf(secret)).toString('base64')
}

/** Opens a sealed secret; the caller keeps it out of logs and answers. */
export function openConnectorSecret(vault: Sealer, secret: ConnectorSecret, sealed: string): string {
  return vault.openFor(ownerOf(secret), Buffer.from(sealed, 'base64'), labelOf(secret))
}

/** The secret sealed under the present master key, as its column keeps it; null where it is that already. */
export function resealConnectorSecret(
  vault: Pick<SecretSealer, 'resealFor'>,
  secret: ConnectorSecret,
  sealed: string,
): string | null {
  return vault.resealFor(ownerOf(secret), Buffer.from(sealed, 'base64'), labelOf(secret))?.toString('base64') ?? null
}

function ownerOf({ accountId }: ConnectorSecret): string {
  return `connectors of ${accountId}`
}

function labelOf({ id, property }: ConnectorSecret): string {
  return `${property} of ${id}`
}
