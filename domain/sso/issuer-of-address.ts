/**
 * The issuer whose configuration document lies at an address: the address without what the standards put into it. The document
 * of another issuer is refused, or who writes a document could speak for a provider that is not theirs.
 */
function issuerOfAddress(address: string): string {
  const { origin, pathname } = new URL(address)
  const match = /^(.*)\/\.well-known\/[^/]+(\/.*)?$/.exec(pathname)
  return plain(`${origin}${match?.[1] ?? pathname}${match?.[2] ?? ''}`)
}

/** Whether a document at an address names the issuer that belongs there; some end theirs with a slash. */
export function isIssuerAt(issuer: string, address: string): boolean {
  return plain(issuer) === issuerOfAddress(address)
}

function plain(issuer: string): string {
  return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer
}
