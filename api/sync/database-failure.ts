import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'

/** Failures that pass: the connection, a deadlock, a lock or serialization conflict, a server that stops or is full. */
const transientStates = /^(?:08|40|53|57P|55P03|57014|58)/
const lostConnection = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/

/** Constraints that a simultaneous push of the same operation or round runs into; the second run finds it known. */
const raced = ['sync_op_pkey', 'sync_op_account_id_device_id_user_id_module_seq_key']

/** Whether running the same transaction again may succeed. Anything else is a fault of what was written. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = textOf(error, 'code')
  if (code === '23505') return raced.includes(textOf(error, 'constraint'))
  if (transientStates.test(code) || lostConnection.test(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isTransient)
  return code === '' && /connection|timeout exceeded when trying to connect/i.test(error.message)
}

/** Whether the same work may succeed at another time or at another process: what it was about is not at fault. */
export function mayPass(error: unknown): boolean {
  return isTransient(error) || error instanceof UnknownKeyError
}

/** What a log may say of an error: its code and where it arose; a message may quote the data of a row. */
export function factsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { reason: typeof error }
  const code = textOf(error, 'code')
  return {
    reason: code === '' ? error.name : `${error.name} ${code}`,
    constraint: textOf(error, 'constraint') || undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 8)
      .join('\n'),
  }
}

function textOf(error: Error, key: string): string {
  const value: unknown = (error as unknown as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}
