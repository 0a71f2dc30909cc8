/** A person leaves at least this much between two keys; a scanner does not. In milliseconds. */
export const paceMs = 200

// A timer that fires this late was held up by the page, and keys may be waiting behind it.
const lateTimerMs = 40

/** What is known of a key: the time at which it was pressed, in milliseconds. */
export interface TimedKey {
  readonly timeStamp: number
}

/** Tells a person's single keys from a scanner's by the times at which they were pressed. */
export interface SingleKeys {
  /** A key that acts at once; false where it follows another too quickly for a finger. */
  isAlone(key: TimedKey): boolean
  /** A key that may begin a scan: `act` is called once nothing has followed it. */
  wait(key: TimedKey, act: () => void): void
  /** Forgets what has been heard, and the key that waits. */
  forget(): void
}

/**
 * Creates the ear. Only times of keys decide: on a busy page a timer fires late, and what was pressed in good time
 * counts all the same.
 */
export function createSingleKeys(now: () => number = () => performance.now()): SingleKeys {
  let lastAt = Number.NEGATIVE_INFINITY
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function drop(): void {
    clearTimeout(timer)
    waiting = null
  }

  function tell(): void {
    const act = waiting
    drop()
    act?.()
  }

  function arm(waitMs: number): void {
    const dueAt = now() + waitMs
    timer = setTimeout(() => (now() - dueAt > lateTimerMs ? arm(lateTimerMs) : tell()), waitMs)
  }

  function isAlone(key: TimedKey): boolean {
    const alone = key.timeStamp - lastAt >= paceMs
    lastAt = key.timeStamp
    if (alone) tell()
    else drop()
    return alone
  }

  return {
    isAlone,
    wait(key, act) {
      if (!isAlone(key)) return
      waiting = act
      arm(paceMs)
    },
    forget() {
      drop()
      lastAt = Number.NEGATIVE_INFINITY
    },
  }
}
