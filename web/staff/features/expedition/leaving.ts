import type { Scan } from '#web/scan/scan.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'

// A screen that is still there so long after the way to another has ended is the one to stay.
const patienceMs = 3000

/** What a screen hands on of a scan. */
export type ForwardedScan = Pick<Scan, 'text' | 'symbology' | 'resolution' | 'alternative'>

/** A screen that may be on its way to another, which then gets the scans that come on the way. */
export type Leaving = ReturnType<typeof createLeaving>

/** Creates it for one screen; `handOn` gives a scan to the hub, which keeps it for a moment. */
export function createLeaving(handOn: (scan: ForwardedScan) => void) {
  let isLeft = false
  let isOnTheWay = false
  let latest = 0
  let kept: readonly ForwardedScan[] = []

  function keep(scan: ForwardedScan): typeof passedOn | void {
    if (!isOnTheWay) return passedOn
    kept = [...kept, scan]
  }

  return {
    isLeft: (): boolean => isLeft,

    /** Goes on to another screen, which gets the scans from now on. */
    async leave(go: () => Promise<void>): Promise<void> {
      isLeft = true
      isOnTheWay = true
      const own = ++latest
      try {
        await go()
      } finally {
        if (own === latest) {
          isOnTheWay = false
          const waiting = kept
          kept = []
          for (const scan of waiting) handOn(scan)
          setTimeout(() => {
            if (own === latest) isLeft = false
          }, patienceMs)
        }
      }
    },

    /** Keeps a scan for the next screen: here while that loads, however long, and then in the hub. */
    keep,

    /** The same for a scan that the hub has no more. */
    handOn(scan: ForwardedScan): void {
      if (keep(scan) === passedOn) handOn(scan)
    },
  }
}

/** Whether no reading of a scan is a code of anything. */
export function isUnreadable({ resolution, alternative }: Pick<Scan, 'resolution' | 'alternative'>): boolean {
  return ![resolution, alternative].some((reading) => reading !== null && reading.candidates.length > 0)
}
