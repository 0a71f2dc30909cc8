import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isDeadlock } from '#api/db/deadlock.ts'
import { errorAnswer } from './error-answer.ts'
import type { AppEnv } from './mount-routes.ts'
import { nameOfPath } from './name-of-path.ts'
import { requestFacts } from './request-facts.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { isUnavailable } from './unavailable.ts'

/** What the outermost layer needs. */
export interface LayerDeps {
  readonly log: Logger
  readonly trustProxy: boolean
  readonly publicUrl: string | null
  readonly isDraining: () => boolean
}

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/**
 * The outermost layer of every request: id, facts, log line, security headers. The log line holds method, path, status,
 * code and user id; never a query, which may hold a name or an e-mail, and never a token, which paths of password
 * links hold.
 */
export function outermostLayer(deps: LayerDeps): MiddlewareHandler<AppEnv> {
  const publicOrigin = deps.publicUrl === null ? null : new URL(deps.publicUrl).origin
  return async (context, next) => {
    const startedAt = performance.now()
    const given = context.req.header('x-request-id') ?? ''
    const requestId = deps.trustProxy && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    const socketAddress = (context.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? '127.0.0.1'
    const facts = requestFacts({
      request: context.req.raw,
      socketAddress,
      trustProxy: deps.trustProxy,
      publicOrigin,
      requestId,
    })
    context.set('facts', facts)
    context.set('log', deps.log.child({ requestId }))
    await next()
    const headers = context.res.headers
    headers.set('x-request-id', requestId)
    addSecurityHeaders(headers, facts.secure)
    if (deps.isDraining()) headers.set('connection', 'close')
    const path = nameOfPath(context.req.path)
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const code = context.get('code')
    const line = { method: context.req.method, path, status: context.res.status, ms, ...(code && { code }) }
    context.get('log')[levelOf(path, context.res.status)](line, 'request')
  }
}

/** Proxies ask for health every second; those lines would bury the others. */
function levelOf(path: string, status: number): 'debug' | 'info' | 'error' {
  if (path === '/api/health' || path === '/api/ready') return 'debug'
  return status >= 500 ? 'error' : 'info'
}

/** The answer to what no handler expected: the reason goes to the log alone. */
export function unexpectedAnswer(error: unknown, requestId: string, log: Logger): Response {
  if (isUnavailable(error)) {
    const said = isDeadlock(error) ? 'deadlock' : 'database unavailable'
    log.error({ code: 'SERVER_UNAVAILABLE', reason: errorCode(error) }, said)
    return errorAnswer({ code: 'SERVER_UNAVAILABLE', retryAfterSeconds: 5 }, { requestId })
  }
  if (error instanceof UnknownKeyError) {
    log.error({ code: 'SERVER_KEY_UNKNOWN' }, error.message)
    return errorAnswer({ code: 'SERVER_KEY_UNKNOWN', retryAfterSeconds: 60 }, { requestId })
  }
  log.error({ code: 'SERVER_ERROR', reason: errorCode(error), stack: codeStack(error) }, 'unexpected error')
  return errorAnswer({ code: 'SERVER_ERROR' }, { requestId })
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

/** The lines of code without the message, which may quote the data of a row. */
function codeStack(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .join('\n')
}
