import type { Transaction } from 'kysely'
import { endSessions } from '#api/db/end-sessions.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Module } from '#domain/organization/module.ts'

/** A session about to start. */
export interface NewSession {
  readonly accountId: string
  readonly id: string
  readonly tokenHash: Buffer
  readonly userId: string
  readonly module: Module
  readonly viewedAccountId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly viaOpenid: boolean
  readonly userAgent: string | null
  readonly owesSecondFactor: boolean
  readonly isOfProgram: boolean
  readonly provenAt: Date
}

/** How long an ended session or grant is kept, for questions about who was signed in where. */
const keptMs = 30 * 86_400_000

/** Stores a session; those of the user that ended long ago go, so that nobody's list grows for ever. */
export async function insertSession(tx: Transaction<Tables>, session: NewSession): Promise<void> {
  const { accountId, userId, lastSeenAt } = session
  await forgetEnded(tx, 'session', { accountId, userId, before: new Date(lastSeenAt.getTime() - keptMs) })
  await tx
    .insertInto('session')
    .values({
      account_id: session.accountId,
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      module: session.module,
      viewed_account_id: session.viewedAccountId,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      via_openid: session.viaOpenid,
      user_agent: session.userAgent,
      owes_second_factor: session.owesSecondFactor,
      of_program: session.isOfProgram,
      proven_at: session.provenAt,
    })
    .execute()
}

/** Ends the sessions of a user beyond so many of one kind, those that were longest unused first. */
export async function endSessionsBeyond(
  tx: Transaction<Tables>,
  { accountId, userId, isOfProgram }: Pick<NewSession, 'accountId' | 'userId' | 'isOfProgram'>,
  { most, now }: { readonly most: number; readonly now: Date },
): Promise<void> {
  const live = tx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('of_program', '=', isOfProgram)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('id', 'in', live.orderBy('last_seen_at', 'desc').orderBy('id', 'desc').offset(most))
    .execute()
}

/** Gives a session another token once its user has proven who it is: what knew the one before knows nothing any more. */
export async function renewSession(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly sessionId: string },
  next: { readonly tokenHash: Buffer | null; readonly provenAt: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const renewed = await tx
    .updateTable('session')
    .set({
      proven_at: next.provenAt,
      last_seen_at: next.provenAt,
      expires_at: next.expiresAt,
      ...(next.tokenHash && { token_hash: next.tokenHash }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** Ends one session; false when it had ended before, so that two racing requests cannot both go on from it. */
export async function endSession(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly sessionId: string },
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Opens a session whose user has set up a second factor; others that wait for one were begun without it, and end. */
export async function settleSession(
  tx: Transaction<Tables>,
  { accountId, userId, sessionId }: { readonly accountId: string; readonly userId: string; readonly sessionId: string },
  now: Date,
): Promise<void> {
  const waiting = tx
    .updateTable('session')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('owes_second_factor', '=', true)
  await waiting.where('id', '<>', sessionId).where('revoked_at', 'is', null).set({ revoked_at: now }).execute()
  await waiting.where('id', '=', sessionId).set({ owes_second_factor: false }).execute()
}

/**
 * Leads a user who has given up the last second factor that is demanded to the next one, in the session that gave it up. The
 * others end: none of them has proven the password just now, and one may be a stranger's, who would set up a factor.
 */
export async function requireNextFactor(
  tx: Transaction<Tables>,
  { accountId, userId, sessionId }: { readonly accountId: string; readonly userId: string; readonly sessionId: string },
  now: Date,
): Promise<void> {
  await endSessions(tx, { accountId, userId, exceptSessionId: sessionId }, now)
  await tx
    .updateTable('session')
    .set({ owes_second_factor: true })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('via_openid', '=', false)
    .execute()
}

/** Remembers that a session was used, and moves its end accordingly. */
export async function touchSession(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string; readonly sessionId: string },
  times: { readonly lastSeenAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ last_seen_at: times.lastSeenAt, expires_at: times.expiresAt })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Whose grants are meant: of a user, on one device or all, for one module or all. */
export interface GrantScope {
  readonly accountId: string
  readonly userId: string
  readonly deviceId?: string
  readonly exceptDeviceId?: string
  readonly module?: Module
  /** Those of one client that the platform's user has opened, or null of none; absent: all. */
  readonly clientId?: string | null
}

/**
 * Revokes the device grants of a user that are not revoked yet: those of a device, of all but one device, of a module,
 * or of a client.
 */
export async function endGrants(tx: Transaction<Tables>, scope: GrantScope, now: Date): Promise<void> {
  const { deviceId, exceptDeviceId, module, clientId } = scope
  await tx
    .updateTable('device_grant')
    .set({ revoked_at: now })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('revoked_at', 'is', null)
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
    .$if(exceptDeviceId !== undefined, (query) => query.where('device_id', '<>', exceptDeviceId ?? ''))
    .$if(module !== undefined, (query) => query.where('module', '=', module ?? 'root'))
    .$if(clientId !== undefined, (query) => query.where('client_id', 'is not distinct from', clientId ?? null))
    .execute()
}

/** A grant about to be given. */
export interface NewGrant {
  readonly accountId: string
  readonly id: string
  readonly tokenHash: Buffer
  readonly deviceId: string
  readonly userId: string
  readonly module: Module
  readonly clientId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

async function forgetEnded(
  tx: Transaction<Tables>,
  table: 'session' | 'device_grant',
  scope: { readonly accountId: string; readonly userId: string; readonly before: Date },
): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where((eb) => eb.or([eb('expires_at', '<', scope.before), eb('revoked_at', '<', scope.before)]))
    .execute()
}

/** Stores a grant; those of the user that ended long ago go. */
export async function insertGrant(tx: Transaction<Tables>, grant: NewGrant): Promise<void> {
  const { accountId, userId, createdAt } = grant
  await forgetEnded(tx, 'device_grant', { accountId, userId, before: new Date(createdAt.getTime() - keptMs) })
  await tx
    .insertInto('device_grant')
    .values({
      account_id: grant.accountId,
      id: grant.id,
      token_hash: grant.tokenHash,
      device_id: grant.deviceId,
      user_id: grant.userId,
      module: grant.module,
      client_id: grant.clientId,
      created_at: grant.createdAt,
      expires_at: grant.expiresAt,
    })
    .execute()
}
