import { sql } from 'kysely'
import type * as z from 'zod'
import { lifetimes } from '#domain/access/lifetimes.ts'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import { hashToken, isToken, newToken } from '#api/http/token.ts'
import type { finishSetUpCall } from '#sync/calls/set-up.ts'

/** What a set-up link is worth: `done` where the platform has an administrator. */
export type SetUpState = 'open' | 'expired' | 'done' | 'unknown'

/**
 * A link by which the first administrator of the installation is made; null where it has one. Each start
 * opens one of its own, so that replicas that start together print links that work.
 */
export async function openSetUpLink(
  database: Pick<Database, 'app'>,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): Promise<{ readonly url: string; readonly expiresAt: Date } | null> {
  const token = newToken('setUp')
  const expiresAt = new Date(now.getTime() + lifetimes.setUpLinkMs)
  const { rows } = await sql<{ opened: boolean }>`
    select platform_setup_open(${hashToken(token)}, ${expiresAt}) as opened`.execute(database.app)
  return rows[0]?.opened === true ? { url: `${publicUrl}/set-up/${token}`, expiresAt } : null
}

/** What a set-up link is worth now. */
export async function readSetUpState(database: Pick<Database, 'app'>, token: string, now: Date): Promise<SetUpState> {
  if (!isToken(token, 'setUp')) return 'unknown'
  const { rows } = await sql<{ state: SetUpState }>`
    select platform_setup_state(${hashToken(token)}, ${now}) as state`.execute(database.app)
  return rows[0]?.state ?? 'unknown'
}

/** Makes the first administrator with the platform's account, in one transaction; else why not. */
export async function makeFirstAdministrator(
  database: Pick<Database, 'app'>,
  token: string,
  person: Omit<z.output<typeof finishSetUpCall.body>, 'password' | 'deviceId'> & { readonly passwordHash: string },
  now: Date,
): Promise<
  { readonly state: 'made'; readonly accountId: string; readonly userId: string } | { readonly state: SetUpState }
> {
  const userId = newId()
  const { email, firstname, lastname, passwordHash, language } = person
  const { rows } = await sql<{ state: SetUpState; account_id: string | null }>`
    select state, account_id from platform_setup_finish(${hashToken(token)}, ${now}, ${userId}, ${email}, ${firstname},
      ${lastname}, ${passwordHash}, ${language})`.execute(database.app)
  const [made] = rows
  if (made?.account_id != null) return { state: 'made', accountId: made.account_id, userId }
  return { state: made?.state ?? 'unknown' }
}
