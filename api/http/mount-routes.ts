import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Result } from '#domain/kernel/result.ts'
import { succeed } from '#domain/kernel/result.ts'
import { can } from '#domain/access/permission.ts'
import { answerJson } from './answer-json.ts'
import type { CallerFinder, Grant, Session, Visitor } from './caller.ts'
import { errorAnswer } from './error-answer.ts'
import type { ErrorCode } from './error-status.ts'
import { refuse, type Failure } from './failure.ts'
import { issueFailure } from './issue-failure.ts'
import type { LoopWatch } from './loop-watch.ts'
import { isOpenedInTab, refusedPage } from './plain-pages.ts'
import { queryObject } from './query-object.ts'
import { defaultBodyBytes, readBody } from './read-body.ts'
import type { RequestFacts } from './request-facts.ts'
import type { DeclaredRoute } from './route.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { requestTokens } from './request-tokens.ts'
import { foreignOrigin } from './same-origin.ts'

/** Hono environment of the application: what the outermost layer found out about a request. */
export interface AppEnv {
  readonly Variables: {
    facts: RequestFacts
    log: Logger
    code?: ErrorCode
    /** Whether the caller was told that the database is away, while what he asked for still waits for it. */
    gaveUp?: boolean
  }
}

/** What mounting needs from the outside. */
export interface MountDeps {
  readonly callers: CallerFinder
  /** Whether the public site of an account is open. */
  readonly isSiteOpen: (accountId: string) => Promise<boolean>
  readonly loopWatch: Pick<LoopWatch, 'as'>
}

/** Mounts declared routes; each request passes origin, caller, permission and schemas before its handler. */
export function mountRoutes(app: Hono<AppEnv>, routes: readonly DeclaredRoute[], deps: MountDeps): void {
  for (const declared of routes) {
    const path = declared.spec.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(declared.spec.method.toUpperCase(), path, async (context) => {
      const name = `${declared.spec.method.toUpperCase()} ${declared.spec.path}`
      const response = await deps.loopWatch.as(name, () => serve(context, declared, deps))
      // Nobody reads an answer that comes too late; its source stays open until the body is cancelled.
      if (context.get('gaveUp') === true) await response.body?.cancel()
      return response
    })
  }
}

async function serve(context: Context<AppEnv>, declared: DeclaredRoute, deps: MountDeps): Promise<Response> {
  const { spec } = declared
  const facts = context.get('facts')
  const request = context.req.raw
  if (foreignOrigin(request, facts)) return refusal(context, { code: 'REQUEST_FOREIGN_ORIGIN' })
  const caller = await findCaller(request, facts, spec, deps.callers)
  if (!caller.ok) return refusal(context, caller.error)
  if (caller.value !== null && caller.value.kind !== 'visitor') {
    context.set('log', context.get('log').child({ userId: caller.value.userId }))
  }
  if (spec.openSite === true && caller.value?.kind === 'visitor' && !(await deps.isSiteOpen(caller.value.accountId)))
    return refusal(context, { code: 'PUBLIC_SITE_NOT_OPEN' })
  const parts = await parseParts(context, declared)
  if (!parts.ok) return refusal(context, parts.error)
  // He was told to try again, and what he asks for then must not be done twice.
  if (context.get('gaveUp') === true) return refusal(context, { code: 'SERVER_UNAVAILABLE', retryAfterSeconds: 5 })
  const answerHeaders = new Headers({ 'cache-control': 'no-store' })
  const result = await declared.handle({
    caller: caller.value as never,
    ...parts.value,
    http: { ...facts, headers: request.headers, signal: request.signal },
    answerHeaders,
  })
  if (!result.ok) return refusal(context, result.error, answerHeaders)
  if (result.value instanceof ReadyAnswer) return result.value.answer(request.headers, answerHeaders)
  return successAnswer(result.value, declared, answerHeaders)
}

/** Answers a refusal, and keeps its code for the log line. */
function refusal(context: Context<AppEnv>, failure: Failure, headers?: Headers): Response {
  context.set('code', failure.code)
  // A paper or a table that is opened in a tab is refused in words.
  if (isOpenedInTab(context.req.raw)) return refusedPage(context.req.raw, failure)
  return errorAnswer(failure, context.get('facts'), headers)
}

async function findCaller(
  request: Request,
  facts: RequestFacts,
  { permission, beforeSecondFactor, freshProof, background }: DeclaredRoute['spec'],
  callers: CallerFinder,
): Promise<Result<Session | Grant | Visitor | null, Failure>> {
  if (permission === 'none') return succeed(null)
  const tokens = requestTokens(request.headers, facts.secure)
  const token = tokens.bearer ?? tokens.cookie
  if (permission === 'grant') {
    const grant = tokens.bearer === null ? null : await callers.findGrant(tokens.bearer)
    return grant === null ? refuse('SYNC_GRANT_INVALID') : succeed(grant)
  }
  const visitor = permission === 'visitor' && token !== null ? await callers.findVisitor(token, facts.host) : null
  if (visitor !== null) return succeed(visitor)
  const session =
    token === null ? null : await callers.findSession(token, idleMsOf(request.headers, background === true))
  if (session === null) {
    if (token === null) return refuse('ACCESS_SESSION_REQUIRED')
    if (await callers.hasLostModule(token)) return refuse('ACCESS_NO_PERMISSIONS')
    const reason = await callers.whyEnded(token)
    return refuse('ACCESS_SESSION_REQUIRED', reason === null ? {} : { details: { reason } })
  }
  if (session.owesSecondFactor && beforeSecondFactor !== true) return refuse('ACCESS_SECOND_FACTOR_MISSING')
  const module = request.headers.get('x-module')
  if (module !== null && module !== session.module) {
    return refuse('ACCESS_MODULE_MISMATCH', { details: { module: session.module } })
  }
  // A page drawn for one account would write into the other that the session has gone on to since.
  const account = request.headers.get('x-account')
  if (account !== null && account.toLowerCase() !== session.accountId) {
    return refuse('ACCESS_ACCOUNT_MISMATCH', { details: { account: session.accountId } })
  }
  // A page drawn before the account's language changed would write its texts into the fields of the other language.
  const language = request.method === 'GET' ? null : request.headers.get('x-text-language')
  if (language !== null && language !== (await callers.textLanguage(session.accountId)))
    return refuse('ACCESS_LANGUAGE_MISMATCH')
  if (session.permissions.length === 0) return refuse('ACCESS_NO_PERMISSIONS')
  if (permission !== 'session' && permission !== 'visitor' && !can(session.permissions, permission))
    return refuse('ACCESS_PERMISSION_MISSING')
  // After what nobody may do anyway: a proof would open nothing then.
  if (freshProof === true && !session.isProven) return refuse('ACCESS_PROOF_REQUIRED')
  return succeed(session)
}

/** How long ago a person was at the page that calls, as it says; null where nobody says so of a call of its own. */
function idleMsOf(headers: Headers, isBackground: boolean): number | null {
  const said = headers.get('x-idle-seconds')
  if (said === null) return isBackground ? null : 0
  return /^\d{1,9}$/.test(said) ? Number(said) * 1000 : null
}

interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** What a route without a schema takes: nothing. */
const noFields = z.strictObject({})

async function parseParts(context: Context<AppEnv>, { spec }: DeclaredRoute): Promise<Result<Parts, Failure>> {
  // A path part of another shape can name nothing, so it is answered as an unknown id.
  const named = context.req.param()
  const params = spec.params?.safeParse(named)
  const isUnknown = params?.success === false || Object.values(named).some((part) => part.includes('\0'))
  if (isUnknown) return refuse('REQUEST_NOT_FOUND')
  const search = new URL(context.req.url).searchParams
  const unstorable = [...search].find(([key, value]) => key.includes('\0') || value.includes('\0'))
  if (unstorable !== undefined) return refuse('REQUEST_INVALID', { field: unstorable[0] })
  const query = (spec.query ?? noFields).safeParse(queryObject(search))
  if (!query.success) return { ok: false, error: issueFailure(query.error) }
  const body = await parseBody(context.req.raw, spec)
  if (!body.ok) return body
  return succeed({ params: params?.data ?? {}, query: query.data, body: body.value })
}

async function parseBody(request: Request, spec: DeclaredRoute['spec']): Promise<Result<unknown, Failure>> {
  if (request.method === 'GET' || request.method === 'HEAD') return noBody(request)
  const raw = await readBody(request, spec.bodyType ?? 'json', spec.maxBodyBytes ?? defaultBodyBytes)
  if (!raw.ok) return raw
  const body = (spec.body ?? noFields).safeParse(raw.value)
  if (!body.success) return { ok: false, error: issueFailure(body.error) }
  return succeed(spec.body === undefined ? undefined : body.data)
}

/** What is asked for with GET or HEAD comes without a body; the server below cannot read one, but it was announced. */
function noBody({ headers }: Request): Result<undefined, Failure> {
  const isAnnounced = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0
  return isAnnounced ? refuse('REQUEST_INVALID', { details: { reason: 'unexpected_body' } }) : succeed(undefined)
}

async function successAnswer(value: unknown, { spec }: DeclaredRoute, headers: Headers): Promise<Response> {
  if (value instanceof Response) {
    for (const [name, text] of headers) {
      if (name === 'set-cookie') value.headers.append(name, text)
      else if (!value.headers.has(name)) value.headers.set(name, text)
    }
    return value
  }
  if (spec.answer === undefined) return new Response(null, { status: 204, headers })
  headers.set('content-type', spec.answerType ?? 'application/json')
  return new Response(await answerJson(value, spec.answer), { status: 200, headers })
}
