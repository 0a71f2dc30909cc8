/** Where the installation lets calls go that accounts name: `host`, `host:port`, or `*.domain` for the hosts below one. */
export type OutgoingHosts = readonly string[]

/** Whether a host is on the list; without a list every host is. `port` is empty for the usual one of its scheme. */
export function isListed(listed: OutgoingHosts, host: string, port: string | number = ''): boolean {
  if (listed.length === 0) return true
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  const shown = name.includes(':') ? `[${name}]` : name
  return listed.some((entry) =>
    entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : [name, shown, `${shown}:${port}`].includes(entry),
  )
}
