import type { UserType } from '../organization/user-type.ts'
import { lifetimes } from './lifetimes.ts'
import { secondFactorTypes } from './second-factor.ts'

const minute = 60_000
const hour = 60 * minute

/** Between what an account may choose each of its limits; the product has no session that lives longer. */
export const sessionLimitBounds = {
  idleMinutes: { least: 5, most: lifetimes.sessionIdleMs / minute },
  absoluteHours: { least: 1, most: lifetimes.sessionAbsoluteMs / hour },
  proofMinutes: { least: 2, most: 15 },
} as const

/** How long the sessions of an account's users live, and how long a proof of who they are counts. */
export interface SessionRules {
  readonly officeIdleMinutes: number
  readonly officeAbsoluteHours: number
  readonly floorIdleMinutes: number
  readonly floorAbsoluteHours: number
  readonly proofMinutes: number
}

/** The rules of an account that has chosen none. */
export const defaultSessionRules: SessionRules = {
  officeIdleMinutes: 30,
  officeAbsoluteHours: 12,
  floorIdleMinutes: sessionLimitBounds.idleMinutes.most,
  floorAbsoluteHours: sessionLimitBounds.absoluteHours.most,
  proofMinutes: 10,
}

/** At most so many sessions of a user at once, those of browsers and those of programs apart; the longest unused end. */
export const mostSessions = { browser: 20, program: 100 } as const

/** Whose session it is. */
export interface SessionHolder {
  readonly userType: UserType
  /** Whether a program outside of a browser keeps the token: nobody leaves it open on a desk. */
  readonly isOfProgram: boolean
}

/** How long a session lives unused, and how long altogether, in milliseconds. */
export interface SessionLimits {
  readonly idleMs: number
  readonly absoluteMs: number
}

const floor: readonly UserType[] = secondFactorTypes.floor

/** Whether a user works on a device of a shift, in a store or a warehouse, and not at a desk of the office. */
export function worksOnFloor(userType: UserType): boolean {
  return floor.includes(userType)
}

/** The limits of one session, by what its user is in the module that it works in. */
export function sessionLimits(rules: SessionRules, { userType, isOfProgram }: SessionHolder): SessionLimits {
  if (isOfProgram) return { idleMs: lifetimes.sessionIdleMs, absoluteMs: lifetimes.sessionAbsoluteMs }
  return worksOnFloor(userType)
    ? { idleMs: rules.floorIdleMinutes * minute, absoluteMs: rules.floorAbsoluteHours * hour }
    : { idleMs: rules.officeIdleMinutes * minute, absoluteMs: rules.officeAbsoluteHours * hour }
}

/** When a session that was used last at a time ends: after the idle time, and never later than the absolute one. */
export function sessionEnd(signedInAt: Date, lastUsedAt: Date, { idleMs, absoluteMs }: SessionLimits): Date {
  return new Date(Math.min(lastUsedAt.getTime() + idleMs, signedInAt.getTime() + absoluteMs))
}

/** Whether a proof still counts: a later call on money, users or keys asks for another. */
export function isProofFresh(provenAt: Date, now: Date, { proofMinutes }: Pick<SessionRules, 'proofMinutes'>): boolean {
  return now.getTime() - provenAt.getTime() < proofMinutes * minute
}
