/** What taking over a new version needs of the page and its service worker. */
export interface UpdateParts {
  /** Whether the user has scanned, typed or tapped on this page since it was loaded. */
  readonly isUsed: () => boolean
  /** Calls back once nothing half typed is left. */
  readonly whenNoneTyped: (then: () => void) => void
  /** Resolves once everything scanned on this page is written down. */
  readonly writesFlushed: () => Promise<void>
  /** Runs while no push of the outbox does. */
  readonly betweenPushes: (task: () => Promise<void>) => Promise<void>
  readonly skipWaiting: () => Promise<void>
  readonly reload: () => void
  /** Asks the operator. */
  readonly offer: (take: () => Promise<void>) => void
}

/** How a waiting version of the app takes over this page. */
export function createUpdate(parts: UpdateParts) {
  const { isUsed, whenNoneTyped, writesFlushed, betweenPushes, skipWaiting, reload, offer } = parts
  let accepted: 'by_start' | 'by_person' | null = null

  const reloadKept = (): Promise<void> => writesFlushed().then(reload)
  const take = (): Promise<void> => {
    accepted = 'by_person'
    return betweenPushes(skipWaiting)
  }

  return {
    /** A version waits; at a start it takes over by itself, unless the user has begun to work by then. */
    waits(isStart: boolean): Promise<void> {
      if (!isStart) return Promise.resolve(offer(take))
      return betweenPushes(async () => {
        if (isUsed()) return offer(take)
        accepted = 'by_start'
        await skipWaiting()
      })
    },

    /** The new version serves this page now; another tab may have taken it (`isUpdate`). */
    controls(isUpdate: boolean): void {
      if (accepted === 'by_person') return void reloadKept()
      if (accepted === 'by_start') return isUsed() ? offer(reloadKept) : void reloadKept()
      // What is half typed here is not thrown away.
      if (isUpdate) whenNoneTyped(() => void reloadKept())
    },
  }
}
