/** Most hosts that an account lists for one purpose. */
export const mostListedHosts = 20

/** `host`, `host:port` or `*.host`, in lower case; a name of one part is of no public site. */
export const listedHost = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](?::\d{1,5})?$/

/** The hosts that a text names, one a line or by commas. */
export function hostsOfText(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((host) => host !== ''),
    ),
  ]
}

/** Whether an address by HTTPS is at a listed host; `*.host` stands for all names below it. */
export function isAtListedHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  if (protocol !== 'https:') return false
  return hosts.some((listed) => (listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed))
}
