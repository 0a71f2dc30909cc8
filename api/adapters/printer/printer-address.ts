import { BlockList, isIPv6 } from 'node:net'

// Whoever may name a printer must not reach this machine, its neighbours on the link (where clouds keep their keys)
// or many receivers at once. Private networks are where printers are.
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
refused.addSubnet('64:ff9b::', 96, 'ipv6')
refused.addSubnet('2002::', 16, 'ipv6')

/** Whether a resolved address may be a printer's. */
export function isPrinterAddress(address: string): boolean {
  if (!isIPv6(address)) return !refused.check(address, 'ipv4')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPrinterAddress(mapped)
  return !/^::ffff:/i.test(address) && !refused.check(address, 'ipv6')
}
