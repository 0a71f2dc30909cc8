import { createHash } from 'node:crypto'
import { throttleLimits, type ThrottleName } from '#domain/access/throttle-limits.ts'
import type { Database } from '#api/db/database.ts'
import { clearThrottle, giveBackToThrottle, hitThrottle } from './session-and-throttle-queries.ts'

/** What is counted: the e-mail, the address, or everything together under one name. */
export type ThrottleSubjects = Partial<Readonly<Record<ThrottleName, string>>>

/** Counts attempts in the database, so that every replica counts together. */
export interface Throttle {
  /**
   * Counts one attempt against each limit in turn, up to the first that is used up; answers how many seconds to wait then,
   * else null. Narrow limits stand before wide ones, so that who has used up their own uses up nothing of others.
   */
  hit(subjects: ThrottleSubjects): Promise<number | null>
  /** Takes one attempt of a subject back: it was none of those that are counted. */
  giveBack(name: ThrottleName, subject: string): Promise<void>
  /** Forgets the attempts of one subject. */
  clear(name: ThrottleName, subject: string): Promise<void>
}

/** A throttle over the database; keys are hashed, so that the table holds neither e-mails nor addresses. */
export function createThrottle(database: Database): Throttle {
  return {
    hit: async (subjects) => {
      for (const [name, subject] of Object.entries(subjects) as [ThrottleName, string][]) {
        const { attempts, windowSeconds } = throttleLimits[name]
        const { count, secondsLeft } = await hitThrottle(database, throttleKey(name, subject), windowSeconds)
        if (count > attempts) return secondsLeft
      }
      return null
    },
    giveBack: (name, subject) => giveBackToThrottle(database, throttleKey(name, subject)),
    clear: (name, subject) => clearThrottle(database, throttleKey(name, subject)),
  }
}

/** What the table holds in place of a subject. */
export function throttleKey(name: ThrottleName, subject: string): string {
  return createHash('sha256').update(`${name}:${subject}`).digest('base64url')
}
