import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isListed, type OutgoingHosts } from './outgoing-hosts.ts'
import { isPublicAddress } from './public-address.ts'

/** Why a call was not made, or has no answer. */
export type CallFault = 'not_allowed' | 'unreachable'

/** A call to an identity provider that has no answer. */
export class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError'
  readonly fault: CallFault

  constructor(fault: CallFault) {
    super(`the identity provider was not called: ${fault}`)
    this.fault = fault
  }
}

/** Which hosts are called although they are not public, or without TLS: `host` or `host:port`, as addresses have them. */
export type TrustedHosts = readonly string[]

/** Whether an address may be called at all; what its name stands for is looked at when it is called. */
export function mayCall(url: URL, trusted: TrustedHosts, outgoing: OutgoingHosts = []): boolean {
  if (trusted.includes(url.host.toLowerCase())) return url.protocol === 'https:' || url.protocol === 'http:'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  if (!isListed(outgoing, url.hostname, url.port)) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 || isPublicAddress(host)
}

/** The parts of a request that an OpenID client sets. */
interface Asked {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

const mostBytes = 512 * 1024

/**
 * Calls an address that an account has named. The connection goes to the very address that was judged, so that a name
 * cannot stand for a public one when it is looked at and for another when it is called; no redirect is followed; the
 * answer has an end.
 */
export function createGuardedFetch(trusted: TrustedHosts, timeoutMs: number, outgoing: OutgoingHosts = []) {
  return async (address: string, asked: Asked = {}): Promise<Response> => {
    const url = new URL(address)
    if (!mayCall(url, trusted, outgoing)) throw new ProviderCallError('not_allowed')
    const isTrusted = trusted.includes(url.host.toLowerCase())
    const timeout = AbortSignal.timeout(timeoutMs)
    const body = bodyOf(asked.body)
    const options: RequestOptions = {
      method: asked.method ?? 'GET',
      headers: { ...asked.headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      signal: asked.signal === undefined ? timeout : AbortSignal.any([asked.signal, timeout]),
      // A connection that is kept would be to an address that was judged some time ago.
      agent: false,
      ...(isTrusted ? {} : { lookup: publicLookup }),
    }
    return send(url, options, body)
  }
}

function bodyOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('only texts and forms are sent')
}

function send(url: URL, options: RequestOptions, body: string | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(error instanceof ProviderCallError ? error : new ProviderCallError('unreachable'))
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = start(url, options, (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) return answer.destroy(new ProviderCallError('unreachable'))
        chunks.push(chunk)
      })
      answer.on('error', fail)
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        if (status < 200 || status > 599) return fail(null)
        const headers = new Headers()
        for (const [name, value] of Object.entries(answer.headers))
          if (value !== undefined && !hopByHop.has(name)) headers.set(name, [value].flat().join(', '))
        const hasBody = status !== 204 && status !== 205 && status !== 304
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers }))
      })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'set-cookie'])

/** Finds the addresses of a name; one that is not public makes all of them none. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '')
    if (found.length === 0 || found.some(({ address }) => !isPublicAddress(address)))
      return done(new ProviderCallError('not_allowed'), '')
    if (options.all === true) return done(null, found)
    const [first] = found
    return done(null, first!.address, first!.family)
  })
}
