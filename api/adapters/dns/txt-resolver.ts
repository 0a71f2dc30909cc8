import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each as one text; none where the name has none, null where nothing answers. */
export type TxtResolver = (name: string) => Promise<readonly string[] | null>

/** Asks the name servers of the machine, or those named. */
export function createTxtResolver(servers: readonly string[] = []): TxtResolver {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
    }
  }
}
