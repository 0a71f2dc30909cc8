import { isIPv6 } from 'node:net'

/** Whether an address is of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(address) || address === '::1'
}

/**
 * The address that counts as one caller, without the port that some proxies write behind it: an IPv4 address in any
 * notation, and of IPv6 the network of its first 64 bits, because the owner of one address in it has all of them.
 */
export function networkOf(address: string): string {
  const host = address.replace(/^(\[[^\]]*\]|[^:]*):\d+$/, '$1')
  const plain = host.replace(/^\[|\]$|%.*$/g, '')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  if (groups.slice(0, 7).every((group) => group === 0)) return `::${groups[7]?.toString(16)}`
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address; the URL parser reads every spelling, a dotted end too. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
