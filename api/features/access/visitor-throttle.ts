import { throttleLimits, type ThrottleName } from '#domain/access/throttle-limits.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import { takeFromThrottle } from './session-and-throttle-queries.ts'
import { throttleKey } from './throttle.ts'

/** Counts what visitors of the public site do. */
export interface VisitorThrottle {
  /** Counts one action by visitor and address; answers how many seconds to wait when a limit is used up, else null. */
  spend(
    action: VisitorAction,
    subject: { readonly address: string; readonly visitorId: string | null },
  ): Promise<number | null>
}

type VisitorAction = 'search' | 'suggestion' | 'imei' | 'product'

/** What this process may still spend of a key, until its window ends; null left is a limit that is used up. */
interface Handful {
  left: number | null
  readonly untilMs: number
}

/** Handfuls of a limit: the database counts a tenth of it at once, so that most actions write nothing. */
const handfuls = 10
const mostKeys = 20_000

/** The throttle of sign-in for actions that come often: attempts are taken from the database by the handful. */
export function createVisitorThrottle({ database, now }: { database: Database; now: Clock }): VisitorThrottle {
  const taken = new Map<string, Handful>()

  async function spendOne(name: ThrottleName, subject: string): Promise<number | null> {
    const key = `${name}:${subject}`
    const nowMs = now().getTime()
    const present = taken.get(key)
    if (present !== undefined && present.untilMs > nowMs) {
      if (present.left === null) return Math.ceil((present.untilMs - nowMs) / 1000)
      if (present.left > 0) {
        present.left--
        return null
      }
    }
    const { attempts, windowSeconds } = throttleLimits[name]
    const amount = Math.ceil(attempts / handfuls)
    const { count, secondsLeft } = await takeFromThrottle(database, throttleKey(name, subject), {
      windowSeconds,
      amount,
    })
    const isUsedUp = count > attempts
    forgetOldest(taken, nowMs)
    taken.set(key, { left: isUsedUp ? null : amount - 1, untilMs: nowMs + secondsLeft * 1000 })
    return isUsedUp ? secondsLeft : null
  }

  return {
    spend: async (action, { address, visitorId }) => {
      const byVisitor = visitorId === null ? null : await spendOne(`${action}ByVisitor`, visitorId)
      return byVisitor ?? (await spendOne(`${action}ByAddress`, address))
    },
  }
}

function forgetOldest(taken: Map<string, Handful>, nowMs: number): void {
  if (taken.size < mostKeys) return
  for (const [key, { untilMs }] of taken) if (untilMs <= nowMs) taken.delete(key)
  // What is forgotten early only has to be taken again.
  if (taken.size >= mostKeys) taken.clear()
}
