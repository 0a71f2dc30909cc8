import { BlockList, isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

// A user who may name a printer must not reach this machine, its neighbours on the link (where clouds keep their keys)
// or many receivers at once. Private networks are allowed, because printers are there.
const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8, 'ipv4')
refused.addSubnet('127.0.0.0', 8, 'ipv4')
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('224.0.0.0', 3, 'ipv4')
refused.addAddress('::', 'ipv6')
refused.addAddress('::1', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
// Addresses that stand for IPv4 ones by translation would go around the rules above.
refused.addSubnet('::', 96, 'ipv6')
refused.addSubnet('::ffff:0:0:0', 96, 'ipv6')
refused.addSubnet('64:ff9b::', 96, 'ipv6')
refused.addSubnet('64:ff9b:1::', 48, 'ipv6')
refused.addSubnet('2001::', 32, 'ipv6')
refused.addSubnet('2002::', 16, 'ipv6')

// The zone of a scoped address says by which interface, not to whom.
const withoutZone = (address: string): string => address.replace(/%.*$/, '')
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a resolved address may be a printer's. */
export function isPrinterAddress(given: string): boolean {
  const address = withoutZone(given)
  if (!isIPv6(address)) return !refused.check(address, 'ipv4')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPrinterAddress(mapped)
  return !/^::ffff:/i.test(address) && !refused.check(address, 'ipv6')
}

/** Whether an address, however it is written, is one of this machine's own in its networks. */
export function isOwnAddress(given: string): boolean {
  const own = new BlockList()
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    own.addAddress(withoutZone(address), familyOf(address))
  return own.check(withoutZone(given), familyOf(given))
}

/**
 * Whether a host may be named as a printer's. Names are judged when they are called, for they may lead elsewhere by
 * then; this machine's own name and every spelling of an address (`2130706433`, `0x7f000001`, `127.1`) at once.
 */
export function mayBePrinter(host: string): boolean {
  const written = isIPv6(host) ? `[${host}]` : host
  const address = `http://${written}/`
  if (!URL.canParse(address)) return false
  const name = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(name) !== 0) return isPrinterAddress(name)
  return !/(^|\.)(localhost|localdomain|ip6-localhost|ip6-loopback)$/.test(name)
}
