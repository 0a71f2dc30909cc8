/** Longest wait between two tries of a push or pull, in milliseconds. */
export const longestWaitMs = 60_000

/**
 * Wait before try number `attempt` (1 after the first failure), in milliseconds: doubling from one second, with
 * `chance` in [0, 1) spreading devices that lost the network together over the upper half.
 */
export function retryWaitMs(attempt: number, chance: number, retryAfterMs = 0): number {
  const full = Math.min(longestWaitMs, 1000 * 2 ** Math.min(attempt - 1, 10))
  return Math.max(retryAfterMs, Math.round(full * (0.5 + chance / 2)))
}
