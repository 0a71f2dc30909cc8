import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import type { OperationDefinition } from './define-operation.ts'

const argsProblems = ['SYNC_ARGS_INVALID', 'SYNC_TEXT_TOO_LONG'] as const
/** What can be wrong with the arguments of an operation: their shape, or nothing but the length of a text. */
export type ArgsProblem = (typeof argsProblems)[number]

/** Whether a code says that arguments cannot be read, regardless of the records. */
export function isArgsProblem(code: string): code is ArgsProblem {
  return argsProblems.some((problem) => problem === code)
}

/** Reads the arguments of an operation in its newest version's words. */
export function readArgs<Args>(
  { schema }: Pick<OperationDefinition<Args>, 'schema'>,
  args: unknown,
): Result<Args, ArgsProblem> {
  const parsed = schema.safeParse(args)
  if (parsed.success) return succeed(parsed.data)
  const isTooLong = parsed.error.issues.every((issue) => issue.code === 'too_big' && issue.origin === 'string')
  return fail(isTooLong ? 'SYNC_TEXT_TOO_LONG' : 'SYNC_ARGS_INVALID')
}
