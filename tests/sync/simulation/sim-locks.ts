import type { RunLocked } from '#web/local/engine/ports.ts'

/** The locks of one process; what waits for them ends with it. */
export function createLocks(): RunLocked {
  const held = new Map<string, Promise<unknown>>()
  return async (lock, task) => {
    const run = (held.get(lock) ?? Promise.resolve()).then(task, task)
    held.set(
      lock,
      run.catch(() => undefined),
    )
    return run
  }
}
