/** What people have scanned or said on this page, and what the device has not written down yet. */
const tasks = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

function tell(): void {
  if (tasks.size > 0) return
  for (const listener of listeners) listener()
  listeners.clear()
}

/** Counts a piece of work until it has been written down, or has failed and been told. */
export function keeping<T>(work: Promise<T>): Promise<T> {
  tasks.add(work)
  const end = (): void => {
    tasks.delete(work)
    tell()
  }
  void work.then(end, end)
  return work
}

/** How much of this page waits to be written down. */
export function unkept(): number {
  return tasks.size
}

/** Resolves once nothing waits to be written down; `withinMs` is the longest wait. */
export function allKept(withinMs = Infinity): Promise<void> {
  if (tasks.size === 0) return Promise.resolve()
  return new Promise((done) => {
    listeners.add(done)
    if (withinMs !== Infinity) setTimeout(done, withinMs)
  })
}

/** The user leaves and has been told what is lost: nothing is waited for any more. */
export function giveUpUnkept(): void {
  tasks.clear()
  tell()
}
