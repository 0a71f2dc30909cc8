import type { Language } from '#domain/kernel/languages.ts'
import { addressOf, CallError, type Answer, type Call, type CallInput } from '#web/lib/http.ts'
import type { PageAnswer, ReadForPage } from '#sync/calls/journey.ts'
import { fetchWithRetry } from './fetch-with-retry.ts'
import type { VisitorToken } from './visitor.ts'

/** Reads the API as a visitor may. The type names the call; its schemas stay on the server. */
export interface PublicApi {
  /** Reads; who brings a signal has patience of his own, and is told of the first failure. */
  get<C extends Call>(path: C['path'], input?: Pick<CallInput, 'params' | 'query' | 'signal'>): Promise<Answer<C>>
  /** Changes something; called by a browser only, on an action of the visitor. */
  post<C extends Call>(path: C['path'], input: Pick<CallInput, 'params' | 'body'>): Promise<Answer<C>>
}

const waitMs = 15_000

/** What the server has read for a page, by address. */
export type PageData = Record<string, PageAnswer>

/** The API as the server's renderer has it: reads in the same process, and keeps each answer for the browser. */
export function createServerApi(read: ReadForPage, data: PageData): PublicApi {
  return {
    get: async <C extends Call>(path: C['path'], input: Pick<CallInput, 'params' | 'query'> = {}) => {
      const address = addressOf(path, input)
      const answer = (data[address] ??= await read(address))
      return valueOf<C>(answer)
    },
    post: () => Promise.reject(new Error('a page that is being rendered changes nothing')),
  }
}

/** The API as the browser has it: what came with the page is taken once, the rest is asked for with a token. */
export function createBrowserApi(data: PageData, visitor: VisitorToken, language: Language): PublicApi {
  const given = new Map(Object.entries(data))
  const patient: VisitorToken = { ...visitor, get: () => fetchWithRetry(() => visitor.get()) }
  return {
    get: async <C extends Call>(path: C['path'], input: Pick<CallInput, 'params' | 'query' | 'signal'> = {}) => {
      const address = addressOf(path, input)
      const seed = given.get(address)
      if (seed !== undefined) {
        given.delete(address)
        return valueOf<C>(seed)
      }
      const timeout = AbortSignal.timeout(waitMs)
      const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout
      return valueOf<C>(await ask(address, input.signal ? visitor : patient, { signal, language }))
    },
    post: async <C extends Call>(path: C['path'], input: Pick<CallInput, 'params' | 'body'>) =>
      valueOf<C>(
        await ask(addressOf(path, input), patient, {
          method: 'POST',
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
          signal: AbortSignal.timeout(waitMs),
          language,
        }),
      ),
  }
}

type Request = RequestInit & {
  readonly signal: AbortSignal
  /** The language of the page, in which the account's texts are answered. */
  readonly language: Language
}

async function ask(address: string, visitor: VisitorToken, request: Request): Promise<PageAnswer> {
  const first = await sendAsVisitor(address, visitor, request)
  // Where a token is no longer taken nothing has been done yet: the call is the same under the one in its place.
  const response = first.status === 401 ? await sendAsVisitor(address, visitor, request) : first
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  const body = isJson ? ((await response.json().catch(() => null)) as unknown) : null
  if (response.ok && body !== null) return { ok: true, value: body }
  const refusal = body as { readonly code?: unknown; readonly details?: unknown } | null
  if (typeof refusal?.code !== 'string')
    throw new CallError('foreign', { code: 'NETWORK_FOREIGN_ANSWER', status: response.status })
  return { ok: false, status: response.status, code: refusal.code, details: refusal.details }
}

/** Sends a call with the visitor's token, which a 401 drops. */
async function sendAsVisitor(
  address: string,
  visitor: VisitorToken,
  { language, ...request }: Request,
): Promise<Response> {
  const token = await within(request.signal, visitor.get())
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': language,
    authorization: `Bearer ${token}`,
  })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(address, { ...request, headers, credentials: 'omit' }).catch(() => {
    throw unreached()
  })
  if (response.status === 401) visitor.drop(token)
  return response
}

/** Waits for the token no longer than for the call: others may still want it, so that it is asked for all the same. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(unreached())
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

function unreached(): CallError {
  return new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })
}

function valueOf<C extends Call>(answer: PageAnswer): Answer<C> {
  if (!answer.ok) throw new CallError('refused', { code: answer.code, status: answer.status, details: answer.details })
  // Server and browser come from one release, and the server has passed the answer through the call's schema.
  return answer.value as Answer<C>
}
