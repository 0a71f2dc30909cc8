import type * as z from 'zod'

/** A call as `sync/calls` describes it. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly bodyType?: string
  readonly answer?: z.ZodType
  /** Nobody's session makes this call: a refusal is about the person at the door. */
  readonly isUnauthenticated?: true
  /**
   * The call is about the session itself, so that it does not name the module and account that the page was drawn for.
   */
  readonly aboutSession?: true
}

/** What a caller gives: as much of it as the call asks for. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  /** Sent as JSON; the very bytes where the call takes a CSV file. */
  readonly body?: unknown
  readonly ifMatch?: number
  readonly signal?: AbortSignal
  /** Goes with the browser's session even where a PIN alone has let the user in: the sign-out of the one before. */
  readonly withSession?: true
  /** How long to wait for the answer, in milliseconds; half a minute where nothing is said. */
  readonly waitMs?: number
}

/** The answer of a call; a call without an answer schema gives undefined. */
export type Answer<C extends Call> = C extends { answer: infer A extends z.ZodType } ? z.output<A> : undefined

/**
 * Why a call has no answer. `refused`: the server said no, with a code. `offline`: nothing came back. `foreign`:
 * something came back that this server would not say, as from the sign-in page of a public network.
 */
export type CallFailure = 'refused' | 'offline' | 'foreign'

export class CallError extends Error {
  override readonly name = 'CallError'
  readonly failure: CallFailure
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    failure: CallFailure,
    facts: {
      code: string
      status: number
      message?: string
      field?: string
      details?: unknown
      retryAfterSeconds?: number
    },
  ) {
    super(facts.message ?? facts.code)
    this.failure = failure
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field
    this.details = facts.details
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** Whether a call found no server of ours. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.failure !== 'refused'
}

/** Calls the API of this origin. */
export interface Http {
  <C extends Call>(call: C, input?: CallInput): Promise<Answer<C>>
  /** A file of the API as it comes, refused or not; an ended session is reported as at any call. */
  readonly file: (address: string, init?: RequestInit) => Promise<Response>
}

/** Fills `{name}` of the path and writes the query; arrays and objects take the forms that lists understand. */
export function addressOf(path: string, input: Pick<CallInput, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const one of value) search.append(`${key}[]`, String(one))
    else if (typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) search.append(`${key}[${name}]`, String(one))
    } else search.append(key, `${value as string | number | boolean}`)
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}
