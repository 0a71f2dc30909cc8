import { trackWrite } from '#web/lib/pending-writes.ts'

/** A code as it was read, before anything is known about it. */
export interface Scan {
  /** Id of its durable line. */
  readonly lineId: string
  readonly code: string
  readonly capturedAtMs: number
}

/** Scans on their way to the outbox. */
export interface ScanQueue {
  /** Takes a scan at once and without waiting for anything. */
  readonly push: (scan: Scan) => void
  /** Runs a task after everything pushed so far and before everything pushed later. */
  readonly follow: (task: () => Promise<void>) => void
  /** Scans that are not durable yet, or not yet seen in the durable list, oldest first; a new array at each change. */
  readonly waiting: () => readonly Scan[]
  /** Lets go of scans that the durable list shows now, so that no line is ever missing in between. */
  readonly release: (lineIds: ReadonlySet<string>) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when everything pushed so far has been worked. */
  readonly settled: () => Promise<void>
}

/**
 * Works scans one after the other in the order in which they came. The operator never waits: a scan that arrives while
 * an earlier one is being stored is queued, and one that fails does not hold up the next.
 */
export function createScanQueue(
  work: (scan: Scan) => Promise<void>,
  onFailure: (scan: Scan, error: unknown) => void,
): ScanQueue {
  const listeners = new Set<() => void>()
  let waiting: readonly Scan[] = []
  let tail = Promise.resolve()

  const set = (next: readonly Scan[]): void => {
    waiting = next
    for (const listener of listeners) listener()
  }

  return {
    push(scan) {
      set([...waiting, scan])
      tail = tail
        .then(() => work(scan))
        .catch((error: unknown) => {
          set(waiting.filter((other) => other.lineId !== scan.lineId))
          onFailure(scan, error)
        })
      void trackWrite(tail)
    },
    follow(task) {
      tail = trackWrite(tail.then(task).catch(() => undefined))
    },
    waiting: () => waiting,
    release(lineIds) {
      if (waiting.some(({ lineId }) => lineIds.has(lineId))) set(waiting.filter(({ lineId }) => !lineIds.has(lineId)))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: () => tail,
  }
}
