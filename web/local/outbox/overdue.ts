/** Age above which waiting work is overdue, in milliseconds. */
const overdueAfterMs = 5 * 60_000

/**
 * Whether work of this age is overdue. The age alone decides: a socket that seems open may lead nowhere, and a device
 * that believes itself offline may be wrong.
 */
export function isOverdue(oldestAgeMs: number | null): boolean {
  return oldestAgeMs !== null && oldestAgeMs > overdueAfterMs
}
