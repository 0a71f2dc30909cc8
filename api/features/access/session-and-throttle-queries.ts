import { sql, type Transaction } from 'kysely'
import type { SessionEndReason } from '#domain/access/session-end.ts'
import type { SessionRules } from '#domain/access/session-limits.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'

/** A user as sign-in needs one, before any account is known. */
export interface UserToCheck {
  readonly id: string
  readonly account_id: string
  readonly password_hash: string | null
  readonly status: string
  readonly account_status: string
  readonly force_sso: boolean
}

/** Finds a user by e-mail over all accounts, regardless of the case of the letters. */
export async function findUserByEmail(database: Database, email: string): Promise<UserToCheck | null> {
  const { rows } = await sql<UserToCheck>`
    select id, account_id, password_hash, status, account_status, force_sso from auth_find_user(${email.toLowerCase()})
  `.execute(database.app)
  return rows[0] ?? null
}

/** A live session with the module that it works in. */
export interface SessionRow {
  readonly session_id: string
  readonly account_id: string
  readonly user_id: string
  readonly module: Module
  readonly user_type: UserType
  readonly organization_id: string
  readonly viewed_account_id: string
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
  readonly via_openid: boolean
  readonly owes_second_factor: boolean
  readonly email: string
  readonly of_program: boolean
  readonly proven_at: Date
  /** The rules of its account; null where it has none of its own. */
  readonly rules: SessionRules | null
}

/** Finds a live session of an active user, whose module and link to the account viewed still hold, by the hash of its token. */
export async function findSessionRow(database: Database, tokenHash: Buffer): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select session_id, account_id, user_id, module, user_type, organization_id, viewed_account_id,
      created_at, last_seen_at, expires_at, via_openid, owes_second_factor, email, of_program, proven_at,
      case when proof_minutes is not null then jsonb_build_object('officeIdleMinutes', office_idle_minutes,
        'officeAbsoluteHours', office_absolute_hours, 'floorIdleMinutes', floor_idle_minutes,
        'floorAbsoluteHours', floor_absolute_hours, 'proofMinutes', proof_minutes) end as rules
    from auth_find_session(${tokenHash})
  `.execute(database.app)
  return rows[0] ?? null
}

/** Whether a token is that of a session that has not ended, and whose user no longer holds the module that it works in. */
export async function sessionHasNoModule(database: Database, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select auth_session_has_no_module(${tokenHash}) as has
  `.execute(database.app)
  return rows[0]?.has ?? false
}

/** Why the session of a token was ended; null where there is nothing to say. */
export async function sessionEndReason(database: Database, tokenHash: Buffer): Promise<SessionEndReason | null> {
  const { rows } = await sql<{ reason: SessionEndReason | null }>`
    select auth_session_end_reason(${tokenHash}) as reason
  `.execute(database.app)
  return rows[0]?.reason ?? null
}

/**
 * Ends the session of a token, regardless of what the session still opens; naming a device also ends the grants that
 * its user had there. In the transaction given, or in one of its own.
 */
export async function endSessionOfToken(
  on: Database['app'] | Transaction<Tables>,
  token: string,
  { deviceId = null, now }: { readonly deviceId?: string | null; readonly now: Date },
): Promise<void> {
  if (!isToken(token, 'session')) return
  await sql`select auth_end_session(${hashToken(token)}, ${deviceId}::uuid, ${now}::timestamptz)`.execute(on)
}

/** A live push-only grant. */
export interface GrantRow {
  readonly grant_id: string
  readonly account_id: string
  /** The account that it pushes to. */
  readonly target_account_id: string
  readonly user_id: string
  readonly device_id: string
  readonly module: Module
  readonly user_type: UserType
  readonly organization_id: string
}

/** Finds a live grant by the hash of its token. */
export async function findGrantRow(database: Database, tokenHash: Buffer): Promise<GrantRow | null> {
  const { rows } = await sql<GrantRow>`
    select grant_id, account_id, target_account_id, user_id, device_id, module, user_type, organization_id
    from auth_find_grant(${tokenHash})
  `.execute(database.app)
  return rows[0] ?? null
}

/** A password link that still works. */
export interface PasswordLinkRow {
  readonly id: string
  readonly account_id: string
  readonly user_id: string
  readonly expires_at: Date
  readonly email: string
  readonly password_hash: string | null
}

/** Finds a password link by the hash of its token, when unused and in time. */
export async function findPasswordLink(database: Database, tokenHash: Buffer): Promise<PasswordLinkRow | null> {
  const { rows } = await sql<PasswordLinkRow>`
    select id, account_id, user_id, expires_at, email, password_hash from auth_find_password_token(${tokenHash})
  `.execute(database.app)
  return rows[0] ?? null
}

/** Whether any account signs in through SSO for an e-mail domain; says nothing about any user. */
export async function domainHasSso(database: Database, domain: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select auth_domain_has_sso(${domain.toLowerCase()}) as has
  `.execute(database.app)
  return rows[0]?.has ?? false
}

/** Counts one attempt under a key within its window; answers the count and how long the window still lasts. */
export async function hitThrottle(
  database: Database,
  key: string,
  windowSeconds: number,
): Promise<{ readonly count: number; readonly secondsLeft: number }> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    select hits as count, seconds_left as "secondsLeft" from throttle_take(${key}, ${windowSeconds}, 1)
  `.execute(database.app)
  return rows[0] ?? { count: 0, secondsLeft: windowSeconds }
}

/** Takes one attempt back. */
export async function giveBackToThrottle(database: Database, key: string): Promise<void> {
  await sql`select throttle_give_back(${key})`.execute(database.app)
}

/**
 * Counts several attempts at once; answers the count and how long the window still lasts. Nobody waits for the disk: a
 * crash may forget the attempts of its last half second.
 */
export async function takeFromThrottle(
  database: Database,
  key: string,
  { windowSeconds, amount }: { readonly windowSeconds: number; readonly amount: number },
): Promise<{ readonly count: number; readonly secondsLeft: number }> {
  const { rows } = await database.pool.query<{ count: number; secondsLeft: number }>({
    name: 'throttle-take',
    text: `select hits as count, seconds_left as "secondsLeft", set_config('synchronous_commit', 'off', true)
      from throttle_take($1, $2, $3)`,
    values: [key, windowSeconds, amount],
  })
  return rows[0] ?? { count: 0, secondsLeft: windowSeconds }
}

/** Forgets the attempts counted under a key. */
export async function clearThrottle(database: Database, key: string): Promise<void> {
  await sql`select throttle_clear(${key})`.execute(database.app)
}

/** Forgets attempts whose window is long over; answers how many. */
export async function sweepThrottle(database: Database): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select throttle_sweep() as gone`.execute(database.app)
  return rows[0]?.gone ?? 0
}
