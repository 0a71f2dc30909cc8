import { lifetimes } from '#domain/access/lifetimes.ts'

/** When a session used now ends: after the idle time, and never later than the absolute one after sign-in. */
export function sessionEnd(signedInAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + lifetimes.sessionIdleMs, signedInAt.getTime() + lifetimes.sessionAbsoluteMs))
}
