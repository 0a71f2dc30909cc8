/** Where the installation lets calls go that accounts name: `host`, `host:port`, or `*.domain` for the hosts below one. */
export type OutgoingHosts = readonly string[]

/** Whether a host is on the list; without a list every host is. `port` is empty for that of https, as in an address. */
export function isListed(listed: OutgoingHosts, host: string, port: string | number = ''): boolean {
  if (listed.length === 0) return true
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  const shown = name.includes(':') ? `[${name}]` : name
  const own = port === '' ? 443 : port
  return listed.some((entry) =>
    entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : [name, shown, `${shown}:${own}`].includes(entry),
  )
}
