import { workbookType } from '#domain/kernel/workbook-type.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Module } from '#domain/organization/module.ts'
import { addressOf, CallError, type Answer, type Call, type CallInput, type Http } from './http.ts'

/** What the HTTP client needs of its surroundings. */
export interface HttpDeps {
  readonly fetch: typeof globalThis.fetch
  /** The module that the user works in; null before sign-in. */
  readonly module: () => Module | null
  /** The account that the screens are drawn for; null before sign-in. */
  readonly account?: () => string | null
  /** Who is signed in on this device; null before sign-in. */
  readonly user?: () => string | null
  /** Who is signed in and where, in whichever session; null before sign-in. What one has asked is never sent as another. */
  readonly person?: () => string | null
  /** The language that the user reads, for what the server names in it. */
  readonly language?: () => Language
  /** The session is not, or no longer, accepted. */
  readonly onSessionEnded: (error: CallError) => void
  /** The language in which the screens have the texts of the account; null before sign-in. */
  readonly textLanguage?: () => Language | null
  /** The user has to set up a second factor before anything else opens. */
  readonly onSecondFactorMissing?: () => void
  /** How long ago a person did something on this page: its own calls keep no session alive. */
  readonly idleSeconds?: () => number
  /** The call asks for a proof who its user is; whether there is one now, so that it is sent again as it was. */
  readonly onProofRequired?: () => Promise<boolean>
  /** Whether a PIN alone has let the user in: the browser's session is another user's, or one that nobody has proven. */
  readonly isByPin?: () => boolean
  /** The session views another account than the screens are drawn for, or the account has another language. */
  readonly onOtherAccount?: (error: CallError) => void
}

const waitMs = 30_000
const mediaTypes: Readonly<Record<string, string>> = { 'merge-patch': 'application/merge-patch+json', csv: 'text/csv' }
/** Refusals of a page that is drawn for what the session viewed before. */
export const outdatedCodes: ReadonlySet<string> = new Set(['ACCESS_ACCOUNT_MISMATCH', 'ACCESS_LANGUAGE_MISMATCH'])
const sessionEndedCodes = new Set(['ACCESS_SESSION_REQUIRED', 'ACCESS_NO_PERMISSIONS'])

/** Makes the one way to the API: same origin, judged by content type and schema, refusals as typed errors. */
export function createHttp(deps: HttpDeps): Http {
  const asker = (): string | null | undefined => deps.user?.()
  // An answer to a call of a user who has left since says nothing about today's session.
  const report = (error: CallError, askedBy: string | null | undefined): void => {
    if (error.status === 401 && sessionEndedCodes.has(error.code) && asker() === askedBy) deps.onSessionEnded(error)
    if (error.code === 'ACCESS_SECOND_FACTOR_MISSING' && asker() === askedBy) deps.onSecondFactorMissing?.()
    if (outdatedCodes.has(error.code) && asker() === askedBy) deps.onOtherAccount?.(error)
  }
  const ask = async <C extends Call>(call: C, input: CallInput = {}): Promise<Answer<C>> => askIn(call, input, false)
  const askIn = async <C extends Call>(call: C, input: CallInput, isRepeated: boolean): Promise<Answer<C>> => {
    const askedBy = asker()
    const person = deps.person?.()
    const isSamePerson = (): boolean => deps.person?.() === person
    const response = await send(deps, call, input)
    if (!response.ok) {
      const error = await refusal(response)
      if (error.code === 'ACCESS_PROOF_REQUIRED' && isSamePerson()) {
        const isProven = (await deps.onProofRequired?.()) === true
        if (isProven && isSamePerson()) return ask(call, input)
      }
      // The session has got another token while the call was on its way, and the one before opens nothing any more.
      const isLate = error.code === 'ACCESS_SESSION_REQUIRED' && asker() !== askedBy && person != null && isSamePerson()
      if (isLate && !isRepeated && call.isUnauthenticated !== true) return askIn(call, input, true)
      if (call.isUnauthenticated !== true) report(error, askedBy)
      throw error
    }
    if (call.answer === undefined) {
      // Nothing is expected, yet a page instead of an empty answer is from another server.
      if (isHtml(response)) throw foreign(response)
      return undefined as Answer<C>
    }
    const parsed = call.answer.safeParse(await readJson(response))
    if (!parsed.success) throw foreign(response)
    return parsed.data as Answer<C>
  }
  const file: Http['file'] = async (address, init) => {
    const askedBy = asker()
    const headers = new Headers(init?.headers)
    const account = deps.account?.() ?? null
    if (account !== null) headers.set('x-account', account)
    if (deps.idleSeconds !== undefined) headers.set('x-idle-seconds', String(deps.idleSeconds()))
    const credentials = credentialsOf(deps)
    const response = await deps.fetch(address, { cache: 'no-store', ...init, credentials, headers })
    if ([401, 403, 409].includes(response.status)) report(await refusal(response.clone()), askedBy)
    return response
  }
  return Object.assign(ask, { file })
}

/** A user whom a PIN has let in acts under no session: the server answers as it does without one. */
function credentialsOf({ isByPin }: Pick<HttpDeps, 'isByPin'>): RequestCredentials {
  return isByPin?.() === true ? 'omit' : 'same-origin'
}

/** A way to the server that leaves the browser's session behind as long as a PIN alone has let the user in. */
export function withoutSession(fetch: typeof globalThis.fetch, isByPin: () => boolean): typeof globalThis.fetch {
  return (address, init) => fetch(address, isByPin() ? { ...init, credentials: 'omit' } : init)
}

async function send(deps: HttpDeps, call: Call, input: CallInput): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (call.isUnauthenticated !== true && deps.idleSeconds !== undefined)
    headers.set('x-idle-seconds', String(deps.idleSeconds()))
  if (call.isUnauthenticated !== true && call.aboutSession !== true) {
    const [module, account] = [deps.module(), deps.account?.() ?? null]
    if (module !== null) headers.set('x-module', module)
    if (account !== null) headers.set('x-account', account)
    const texts = call.method === 'get' ? null : (deps.textLanguage?.() ?? null)
    if (texts !== null) headers.set('x-text-language', texts)
  }
  if (deps.language !== undefined) headers.set('accept-language', deps.language())
  if (input.ifMatch !== undefined) headers.set('if-match', `"${input.ifMatch}"`)
  if (input.body !== undefined) {
    const isBook = input.body instanceof Blob && input.body.type === workbookType
    headers.set('content-type', isBook ? workbookType : (mediaTypes[call.bodyType ?? 'json'] ?? 'application/json'))
  }
  const timeout = AbortSignal.timeout(input.waitMs ?? waitMs)
  const request: RequestInit = {
    method: call.method.toUpperCase(),
    headers,
    credentials: call.isUnauthenticated === true || input.withSession === true ? 'same-origin' : credentialsOf(deps),
    redirect: 'error',
    cache: 'no-store',
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    ...(input.body === undefined
      ? {}
      : { body: call.bodyType === 'csv' ? (input.body as Blob) : JSON.stringify(input.body) }),
  }
  try {
    return await deps.fetch(addressOf(call.path, input), request)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
  }
}

async function refusal(response: Response): Promise<CallError> {
  const body = isJson(response) ? await response.json().catch(() => null) : null
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') {
    return foreign(response)
  }
  const wait = Number(response.headers.get('retry-after'))
  return new CallError('refused', {
    code: body.code,
    status: response.status,
    ...('message' in body && typeof body.message === 'string' ? { message: body.message } : {}),
    ...('field' in body && typeof body.field === 'string' ? { field: body.field } : {}),
    ...('details' in body ? { details: body.details } : {}),
    ...(wait > 0 ? { retryAfterSeconds: wait } : {}),
  })
}

async function readJson(response: Response): Promise<unknown> {
  if (!isJson(response)) throw foreign(response)
  return response.json().catch(() => {
    throw foreign(response)
  })
}

function foreign(response: Response): CallError {
  return new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status: response.status })
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
}

function isHtml(response: Response): boolean {
  return /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
}
