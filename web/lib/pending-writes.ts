/** Writes to the device's storage that this page has begun and that have not ended. */
const tasks = new Set<Promise<unknown>>()
/** When the last one began or ended, by the page's own time. */
let lastAtMs = -Infinity
const listeners = new Set<() => void>()

function tell(): void {
  if (tasks.size > 0) return
  for (const listener of listeners) listener()
  listeners.clear()
}

/** Counts a write until it has ended, well or not. */
export function trackWrite<T>(work: Promise<T>): Promise<T> {
  tasks.add(work)
  lastAtMs = performance.now()
  const end = (): void => {
    tasks.delete(work)
    lastAtMs = performance.now()
    tell()
  }
  void work.then(end, end)
  return work
}

/** How many writes of this page are pending. */
export function pendingWrites(): number {
  return tasks.size
}

/** Whether a write of this page is pending, or was within the last milliseconds. */
export function hasWrittenWithin(ms: number): boolean {
  return tasks.size > 0 || performance.now() - lastAtMs < ms
}

/** Resolves once no write is pending; `withinMs` is the longest wait. */
export function writesFlushed(withinMs = Infinity): Promise<void> {
  if (tasks.size === 0) return Promise.resolve()
  return new Promise((done) => {
    listeners.add(done)
    if (withinMs !== Infinity) setTimeout(done, withinMs)
  })
}

/** The user leaves and has been told what is lost: nothing is waited for any more. */
export function discardPendingWrites(): void {
  tasks.clear()
  tell()
}
