/** An address of which its owner recognises the own, and nobody learns another's: `c…@example.fr`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${[...address][0]!}…${address.slice(at)}`
}
