import { networkOf } from './network-of.ts'

/** What the outermost layer finds out about each request. */
export interface RequestFacts {
  readonly requestId: string
  /** What limits count as one caller: an IPv4 address, or the network of an IPv6 one. */
  readonly address: string
  readonly host: string
  readonly origin: string
  readonly secure: boolean
}

/** What is known of the connection and the configuration. */
export interface FactsInput {
  readonly request: Request
  readonly socketAddress: string
  readonly trustProxy: boolean
  readonly publicOrigin: string | null
  readonly requestId: string
}

/**
 * Derives the facts. Behind a trusted proxy the last entry of `x-forwarded-for` counts, which is the one that the
 * proxy itself wrote; earlier ones are the caller's own claim.
 */
export function requestFacts({
  request,
  socketAddress,
  trustProxy,
  publicOrigin,
  requestId,
}: FactsInput): RequestFacts {
  const url = new URL(request.url)
  const forwarded = trustProxy ? request.headers : new Headers()
  const last = (name: string) => forwarded.get(name)?.split(',').at(-1)?.trim()
  const hostAndPort = last('x-forwarded-host') ?? request.headers.get('host') ?? url.host
  const scheme = last('x-forwarded-proto') ?? (publicOrigin?.startsWith('https:') === true ? 'https' : 'http')
  const secure = scheme === 'https'
  return {
    requestId,
    address: networkOf(last('x-forwarded-for') ?? socketAddress),
    host: hostName(hostAndPort),
    origin: `${secure ? 'https' : 'http'}://${hostAndPort.toLowerCase()}`,
    secure,
  }
}

function hostName(hostAndPort: string): string {
  return hostAndPort.toLowerCase().replace(/:\d+$/, '')
}
