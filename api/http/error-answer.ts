import texts from '#locales/en-GB/errors.json' with { type: 'json' }
import { errorStatus } from './error-status.ts'
import type { Failure } from './failure.ts'
import type { RequestFacts } from './request-facts.ts'

const messages: Readonly<Record<string, string | undefined>> = texts

/**
 * The one shape of every refusal: `{ code, message, field?, details? }`. The message is English, for people who read
 * logs and answers; screens show the text of the code in their own language.
 */
export function errorAnswer(
  failure: Failure,
  facts: Pick<RequestFacts, 'requestId'>,
  headers = new Headers(),
): Response {
  headers.set('content-type', 'application/json')
  headers.set('cache-control', 'no-store')
  if (failure.retryAfterSeconds !== undefined) headers.set('retry-after', String(failure.retryAfterSeconds))
  const status = errorStatus[failure.code]
  const body = {
    code: failure.code,
    message: messages[failure.code] ?? failure.code,
    ...(failure.field === undefined ? {} : { field: failure.field }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
    ...(status >= 500 ? { requestId: facts.requestId } : {}),
  }
  return new Response(JSON.stringify(body), { status, headers })
}
