import { fail } from '#domain/kernel/result.ts'
import type { ErrorCode } from './error-status.ts'

/** An expected refusal of a request: a stable code, the field at fault, facts for the caller to act on. */
export interface Failure {
  readonly code: ErrorCode
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** The refusing Result of a handler. */
export function refuse(
  code: ErrorCode,
  rest: Omit<Failure, 'code'> = {},
): { readonly ok: false; readonly error: Failure } {
  return fail({ code, ...rest })
}
