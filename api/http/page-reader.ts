import type { Language } from '#domain/kernel/languages.ts'
import type { PageAnswer, ReadForPage } from '#sync/calls/journey.ts'
import type { Visitor } from './caller.ts'
import type { ErrorCode } from './error-status.ts'
import { errorStatus } from './error-status.ts'
import { issueFailure } from './issue-failure.ts'
import { queryObject } from './query-object.ts'
import { ReadyAnswer } from './ready-answer.ts'
import type { RequestFacts } from './request-facts.ts'
import type { DeclaredRoute } from './route.ts'

/** Makes the reader of one page, on behalf of the visitor who asked for it. */
export type PageReader = (
  request: Request,
  facts: RequestFacts,
  page: { readonly accountId: string | null; readonly language: Language },
) => ReadForPage

/**
 * Lets a page that the server renders read what its visitor may read, through the same handlers and schemas as a call
 * over the network, without the way out and back. Limits count against the address of the visitor.
 */
export function createPageReader(routes: readonly DeclaredRoute[]): PageReader {
  const readable = routes
    .filter(({ spec }) => spec.method === 'get' && (spec.permission === 'visitor' || spec.permission === 'none'))
    .map((route) => ({ route, pattern: patternOf(route.spec.path) }))
  return (request, facts, { accountId, language }) => {
    // The page is in the language that was chosen on it, regardless of the languages that the browser prefers.
    const headers = new Headers(request.headers)
    headers.set('accept-language', language)
    // Page loads count as one visitor by address and browser: limits apply across pages, and no page starts a count of
    // its own.
    const visitorId = `page ${facts.address} ${request.headers.get('user-agent') ?? ''}`
    const visitor: Visitor | null = accountId === null ? null : { kind: 'visitor', accountId, visitorId }
    return async (address) => {
      const url = new URL(address, facts.origin)
      for (const { route, pattern } of readable) {
        const match = pattern.exec(url.pathname)
        if (match !== null) return answer(route, { match, url, request, headers, facts, visitor })
      }
      return refusal('REQUEST_NOT_FOUND')
    }
  }
}

interface PageCall {
  readonly match: RegExpExecArray
  readonly url: URL
  readonly request: Request
  readonly headers: Headers
  readonly facts: RequestFacts
  readonly visitor: Visitor | null
}

async function answer({ spec, handle }: DeclaredRoute, call: PageCall): Promise<PageAnswer> {
  if (spec.permission === 'visitor' && call.visitor === null) return refusal('ACCESS_SESSION_REQUIRED')
  const params = spec.params?.safeParse(decoded(call.match.groups ?? {}))
  if (params?.success === false) return refusal('REQUEST_NOT_FOUND')
  const query = spec.query?.safeParse(queryObject(call.url.searchParams))
  if (query?.success === false) return refusal(issueFailure(query.error).code)
  const result = await handle({
    caller: (spec.permission === 'none' ? null : call.visitor) as never,
    params: params?.data ?? {},
    query: query?.data ?? {},
    body: undefined,
    http: { ...call.facts, headers: call.headers, signal: call.request.signal },
    answerHeaders: new Headers(),
  })
  if (!result.ok) {
    const { code, details } = result.error
    return { ...refusal(code), ...(details === undefined ? {} : { details }) }
  }
  if (spec.answer === undefined || result.value instanceof Response) return refusal('REQUEST_NOT_FOUND')
  const value = result.value instanceof ReadyAnswer ? result.value.value() : result.value
  return { ok: true, value: spec.answer.parse(value) }
}

function refusal(code: ErrorCode): PageAnswer & { readonly ok: false } {
  return { ok: false, code, status: errorStatus[code] }
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.+*?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}
