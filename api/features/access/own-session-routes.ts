import { sql, type Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { succeed } from '#domain/kernel/result.ts'
import { modules } from '#domain/organization/module.ts'
import {
  allowOfflineCall,
  endOwnDeviceCall,
  endOwnSessionCall,
  listOwnSessionsCall,
  type OwnSessions,
} from '#sync/calls/own-session.ts'
import type { AccessDeps } from './access-deps.ts'
import { endSession } from './session-queries.ts'
import { loadSignedInUser } from './signed-in-user-queries.ts'

/** Where the signed-in user is signed in, and the end of each. */
export function createOwnSessionRoutes({ database, now, workKeysOf }: AccessDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...listOwnSessionsCall, permission: 'session', summary: 'Own sessions and devices' },
      async ({ caller }) => {
        const scope = { accountId: caller.homeAccountId, userId: caller.userId }
        const at = now()
        return succeed(
          await inAccount(
            database,
            scope.accountId,
            async (tx) => ({
              sessions: await readSessions(tx, scope, { at, thisId: caller.sessionId }),
              devices: await readDevices(tx, scope, at),
            }),
            { readOnly: true },
          ),
        )
      },
    ),

    route(
      {
        ...allowOfflineCall,
        permission: 'session',
        freshProof: true,
        summary: 'Let a device sign its user in without a network',
        refusals: ['ACCESS_OFFLINE_OFF'],
      },
      async ({ caller: { homeAccountId: accountId, userId, module } }) => {
        const user = await inAccount(database, accountId, (tx) => loadSignedInUser(tx, { accountId, userId, module }))
        if (user === null) return refuse('ACCESS_SESSION_REQUIRED')
        if (user.isPlatform || user.offline.days === 0) return refuse('ACCESS_OFFLINE_OFF')
        const { lockKey, ...former } = workKeysOf(userId)
        if (lockKey === undefined) return refuse('SERVER_KEY_UNKNOWN', { retryAfterSeconds: 60 })
        return succeed({ ...user.offline, lockKey, ...former })
      },
    ),

    route(
      { ...endOwnSessionCall, permission: 'session', freshProof: true, summary: 'End an own session' },
      async ({ caller, params: { id } }) => {
        const scope = { accountId: caller.homeAccountId, userId: caller.userId }
        const isEnded = await inAccount(database, scope.accountId, async (tx) => {
          const own = await tx
            .selectFrom('session')
            .select('id')
            .where('account_id', '=', scope.accountId)
            .where('user_id', '=', scope.userId)
            .where('id', '=', id)
            .executeTakeFirst()
          return own !== undefined && (await endSession(tx, { accountId: scope.accountId, sessionId: id }, now()))
        })
        return isEnded ? succeed(undefined) : refuse('REQUEST_NOT_FOUND')
      },
    ),

    route(
      { ...endOwnDeviceCall, permission: 'session', freshProof: true, summary: 'End what an own device may bring' },
      async ({ caller, params: { id } }) => {
        const ended = await inAccount(database, caller.homeAccountId, (tx) =>
          tx
            .updateTable('device_grant')
            .set({ revoked_at: now() })
            .where('account_id', '=', caller.homeAccountId)
            .where('user_id', '=', caller.userId)
            .where('device_id', '=', id)
            .where('revoked_at', 'is', null)
            .executeTakeFirst(),
        )
        return ended.numUpdatedRows > 0n ? succeed(undefined) : refuse('REQUEST_NOT_FOUND')
      },
    ),
  ]
}

async function readSessions(
  tx: Transaction<Tables>,
  { accountId, userId }: UserScope,
  { at, thisId }: { readonly at: Date; readonly thisId: string },
): Promise<OwnSessions['sessions']> {
  const rows = await tx
    .selectFrom('session')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.account_id', '=', 'session.account_id')
        .onRef('user_account.id', '=', 'session.user_id')
        .onRef('user_account.access_epoch', '=', 'session.access_epoch'),
    )
    .select(['session.id', 'module', 'session.created_at', 'last_seen_at', 'user_agent'])
    .where('session.account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session.id')
    .limit(100)
    .execute()
  return rows.flatMap((row) => {
    const module = modules.find((one) => one === row.module)
    if (module === undefined) return []
    const times = { startedAt: row.created_at.toISOString(), lastSeenAt: row.last_seen_at.toISOString() }
    return [{ id: row.id, isThis: row.id === thisId, module, ...times, userAgent: row.user_agent }]
  })
}

async function readDevices(
  tx: Transaction<Tables>,
  { accountId, userId }: UserScope,
  at: Date,
): Promise<OwnSessions['devices']> {
  const { rows } = await sql<{ id: string; since: Date; lastUsedAt: Date | null }>`
    select g.device_id as id, min(g.created_at) as since, max(g.last_used_at) as "lastUsedAt"
    from device_grant g
    join user_account u on u.account_id = g.account_id and u.id = g.user_id and u.access_epoch = g.access_epoch
    where g.account_id = ${accountId} and g.user_id = ${userId} and g.revoked_at is null and g.expires_at > ${at}
    group by g.device_id order by since desc, g.device_id limit 100`.execute(tx)
  return rows.map(({ id, since, lastUsedAt }) => ({
    id,
    since: since.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}
