import type * as z from 'zod'
import type { Failure } from './failure.ts'

/** A schema that forms share says what is wrong by the key of its text. */
const messageKey = /^[A-Z]+(_[A-Z]+)+$/

/**
 * The first thing that a schema finds wrong, as a refusal that names the field; unknown fields come first. `key` is the
 * message of the form that has the same rule.
 */
export function issueFailure(error: z.ZodError): Failure {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      return { code: 'REQUEST_UNKNOWN_FIELD', field: [...issue.path, issue.keys[0] ?? ''].join('.') }
    }
  }
  const issue = error.issues[0]
  if (issue === undefined) return { code: 'REQUEST_INVALID' }
  const bounds: Record<string, unknown> = { reason: issue.code }
  if (messageKey.test(issue.message)) bounds['key'] = issue.message
  if ('minimum' in issue) bounds['minimum'] = issue.minimum
  if ('maximum' in issue) bounds['maximum'] = issue.maximum
  return { code: 'REQUEST_INVALID', field: issue.path.join('.'), details: bounds }
}
