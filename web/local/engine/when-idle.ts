/** Longest wait for a quiet moment, in milliseconds. */
const patienceMs = 3_000

/**
 * Runs a task that nobody waits for once the page has drawn what it is to draw, so that a start is not longer for it.
 * Returns how to call it off.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 0)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: patienceMs })
  return () => cancelIdleCallback(handle)
}
