// Connection lost, server stopping, full, failed over or gone, a lock or a statement that took too long.
const unavailable =
  /^(08|57P0[1-5]|57014|53|25006|3D000|40001|40P01|55P03|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
const unavailableMessages = /Connection terminated|timeout exceeded when trying to connect|Client has encountered/

/** Whether an error says that the database cannot serve now, rather than that a program is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unavailable.test(code) || unavailableMessages.test(error.message)
}
