import type { SessionEndReason } from '#domain/access/session-end.ts'
import type { Permission } from '#domain/access/permission.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'

/** What a session and a grant have in common: who acts, for which account, in which module. */
export interface Identity {
  readonly userId: string
  /** Account that the user belongs to: a retailer's, a buyer's own, or the platform's. */
  readonly homeAccountId: string
  /** Account whose data is worked on: a buyer's is the retailer viewed, the platform's a client that is open. Transactions run in it. */
  readonly accountId: string
  readonly module: Module
  readonly userType: UserType
  /** Parent entity of the user in this module: the root of what the user sees. */
  readonly organizationId: string
  readonly permissions: readonly Permission[]
}

/** A live sign-in. */
export interface Session extends Identity {
  readonly kind: 'session'
  readonly sessionId: string
  readonly expiresAt: Date
  readonly viaOpenid: boolean
  /** Start of the sign-in, which a module switch keeps. */
  readonly signedInAt: Date
  /** Whether the user has to set up a second factor before the session opens anything else. */
  readonly owesSecondFactor: boolean
  /** Whether a program outside of a browser keeps the token. */
  readonly isOfProgram: boolean
  /** When the user has last proven who it is. */
  readonly provenAt: Date
  /** Whether that counts for what asks for a proof of the last minutes. */
  readonly isProven: boolean
}

/** A push-only token: one device, one user, one module. */
export interface Grant extends Identity {
  readonly kind: 'grant'
  readonly grantId: string
  readonly deviceId: string
}

/** A visitor of the public site: no user, but assigned to the account of that site. */
export interface Visitor {
  readonly kind: 'visitor'
  readonly accountId: string
  /** Random name of this visitor: what a visitor leaves behind belongs to it. */
  readonly visitorId: string
}

/** Finds who presents a token; null for an unknown, ended or foreign one. */
export interface CallerFinder {
  /**
   * Finds a session, and keeps it alive by what its user does: `idleMs` before now, or nothing at all (null) where a page or a
   * device asks by itself.
   */
  findSession(token: string, idleMs: number | null): Promise<Session | null>
  /** Whether `findSession` finds nobody only because the user's module was taken away: nothing is permitted any more. */
  hasLostModule(token: string): Promise<boolean>
  /** Why the server has ended the session of a token; null where it has not, or there is nothing to say. */
  whyEnded(token: string): Promise<SessionEndReason | null>
  findGrant(token: string): Promise<Grant | null>
  /** Finds a visitor under the host name of the call; one of another client's site is a stranger there. */
  findVisitor(token: string, host: string): Promise<Visitor | null>
  /** The language that the texts of an account are written in. */
  textLanguage(accountId: string): Promise<Language>
}
