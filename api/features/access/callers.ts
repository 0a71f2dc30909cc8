import { permissionsOf } from '#domain/access/permission.ts'
import {
  defaultSessionRules,
  isProofFresh,
  sessionEnd,
  sessionLimits,
  type SessionLimits,
} from '#domain/access/session-limits.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import type { CallerFinder } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import type { VisitorTokens } from '#api/http/visitor-token.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import {
  findGrantRow,
  findSessionRow,
  sessionEndReason,
  sessionHasNoModule,
  type SessionRow,
} from './session-and-throttle-queries.ts'
import { touchSession } from './session-queries.ts'

/** A session is written at most so often for being used, so that reading stays reading. */
const touchEveryMs = 60_000

/** What finding callers needs. */
export interface CallerDeps {
  readonly database: Database
  readonly now: Clock
  readonly visitors: VisitorTokens
  /** Whether an e-mail is of the embedded demo, whose users prove nothing but at the sign-in. */
  readonly isOfDemo: (email: string) => boolean
  readonly hosts: {
    /** Whether a host name belongs to another client than this one. */
    readonly isOfAnother: (host: string, accountId: string) => Promise<boolean>
  }
}

/** Finds callers in the database, which every replica shares. */
export function createCallerFinder({ database, now, visitors, hosts, isOfDemo }: CallerDeps): CallerFinder {
  async function touch(row: SessionRow, lastUsedAt: Date, limits: SessionLimits): Promise<void> {
    if (lastUsedAt.getTime() - row.last_seen_at.getTime() < touchEveryMs) return
    const times = { lastSeenAt: lastUsedAt, expiresAt: sessionEnd(row.created_at, lastUsedAt, limits) }
    const scope = { accountId: row.account_id, sessionId: row.session_id }
    await inAccount(database, row.account_id, (tx) => touchSession(tx, scope, times))
  }

  return {
    findVisitor: async (token, host) => {
      const visitor = visitors.find(token)
      return visitor === null || (await hosts.isOfAnother(host, visitor.accountId)) ? null : visitor
    },
    findSession: async (token, idleMs) => {
      if (!isToken(token, 'session')) return null
      const row = await findSessionRow(database, hashToken(token))
      if (row === null) return null
      const at = now()
      const rules = row.rules ?? defaultSessionRules
      const limits = sessionLimits(rules, { userType: row.user_type, isOfProgram: row.of_program })
      // A limit that the account has lowered since counts at once.
      if (row.expires_at <= at || sessionEnd(row.created_at, row.last_seen_at, limits) <= at) return null
      if (idleMs !== null) await touch(row, new Date(at.getTime() - idleMs), limits)
      return {
        kind: 'session',
        sessionId: row.session_id,
        userId: row.user_id,
        homeAccountId: row.account_id,
        accountId: row.viewed_account_id,
        module: row.module,
        userType: row.user_type,
        organizationId: row.organization_id,
        permissions: permissionsOf(row.user_type),
        expiresAt: row.expires_at,
        signedInAt: row.created_at,
        viaOpenid: row.via_openid,
        owesSecondFactor: row.owes_second_factor,
        isOfProgram: row.of_program,
        provenAt: row.proven_at,
        isProven: row.of_program || isOfDemo(row.email) || isProofFresh(row.proven_at, at, rules),
      }
    },
    textLanguage: (accountId) =>
      inAccount(database, accountId, (tx) => readTextLanguage(tx, accountId), { readOnly: true }),
    hasLostModule: async (token) => isToken(token, 'session') && sessionHasNoModule(database, hashToken(token)),
    whyEnded: async (token) => (isToken(token, 'session') ? sessionEndReason(database, hashToken(token)) : null),
    findGrant: async (token) => {
      if (!isToken(token, 'grant')) return null
      const row = await findGrantRow(database, hashToken(token))
      if (row === null) return null
      return {
        kind: 'grant',
        grantId: row.grant_id,
        deviceId: row.device_id,
        userId: row.user_id,
        homeAccountId: row.account_id,
        accountId: row.target_account_id,
        module: row.module,
        userType: row.user_type,
        organizationId: row.organization_id,
        permissions: permissionsOf(row.user_type),
      }
    },
  }
}
