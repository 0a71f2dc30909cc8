import type { Vault } from '#api/adapters/vault/vault.ts'

/** What the private link of a buyback names. */
export interface Tracked {
  readonly accountId: string
  readonly buybackId: string
}

const proofBytes = 24

/**
 * The token of a buyback's private link: its ids with a proof that only the master key makes. The same each time while that
 * key is the present one, so that every mail and a repeated answer hold the same link, and nothing of it is stored.
 */
export function trackingToken(vault: Pick<Vault, 'mac'>, tracked: Tracked): string {
  const ids = Buffer.from(`${tracked.accountId}${tracked.buybackId}`.replaceAll('-', ''), 'hex')
  const proof = vault.mac('tracking', ids.toString('hex')).subarray(0, proofBytes)
  return `t_${Buffer.concat([ids, proof]).toString('base64url')}`
}

/** What a token names; null for one that was changed or made up. */
export function readTrackingToken(vault: Pick<Vault, 'isMac'>, token: string): Tracked | null {
  const bytes = Buffer.from(/^t_([\w-]{75})$/.exec(token)?.[1] ?? '', 'base64url')
  const ids = bytes.subarray(0, 32)
  const proof = bytes.subarray(32)
  if (proof.length !== proofBytes || !vault.isMac('tracking', ids.toString('hex'), proof)) return null
  return { accountId: uuidOf(ids.subarray(0, 16)), buybackId: uuidOf(ids.subarray(16)) }
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
