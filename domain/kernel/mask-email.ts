/** An address that its owner recognises, without telling it to others: `c…@example.fr`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${[...address][0]!}…${address.slice(at)}`
}
