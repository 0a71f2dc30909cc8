import { permissionsOf } from '#domain/access/permission.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import type { CallerFinder } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import type { VisitorTokens } from '#api/http/visitor-token.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { readTextLanguage } from '#api/db/text-language.ts'
import { findGrantRow, findSessionRow, sessionEndReason, sessionHasNoModule, type SessionRow } from './find-queries.ts'
import { sessionEnd } from './session-end.ts'
import { touchSession } from './session-queries.ts'

/** A session is written at most so often for being used, so that reading stays reading. */
const touchEveryMs = 60_000

/** What finding callers needs. */
export interface CallerDeps {
  readonly database: Database
  readonly now: Clock
  readonly visitors: VisitorTokens
  readonly hosts: {
    /** Whether a host name belongs to another client than this one. */
    readonly isOfAnother: (host: string, accountId: string) => Promise<boolean>
  }
}

/** Finds callers in the database, which every replica shares. */
export function createCallerFinder({ database, now, visitors, hosts }: CallerDeps): CallerFinder {
  async function touch(row: SessionRow): Promise<void> {
    const at = now()
    if (at.getTime() - row.last_seen_at.getTime() < touchEveryMs) return
    const times = { lastSeenAt: at, expiresAt: sessionEnd(row.created_at, at) }
    const scope = { accountId: row.account_id, sessionId: row.session_id }
    await inAccount(database, row.account_id, (tx) => touchSession(tx, scope, times))
  }

  return {
    findVisitor: async (token, host) => {
      const visitor = visitors.find(token)
      return visitor === null || (await hosts.isOfAnother(host, visitor.accountId)) ? null : visitor
    },
    findSession: async (token) => {
      if (!isToken(token, 'session')) return null
      const row = await findSessionRow(database, hashToken(token))
      if (row === null || row.expires_at <= now()) return null
      await touch(row)
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
