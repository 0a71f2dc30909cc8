import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import type { AssignedType } from '#domain/access/sso-claims.ts'
import type { UserToCheck } from './session-and-throttle-queries.ts'
import type { Module } from '#domain/organization/module.ts'

type Tx = Transaction<Tables>

/** Where an e-mail domain signs in; null where no account has it. Says nothing about any user. */
export async function findSsoOfDomain(
  database: Database,
  domain: string,
): Promise<{ readonly accountId: string; readonly organizationId: string } | null> {
  const { rows } = await sql<{ accountId: string; organizationId: string }>`
    select account_id as "accountId", organization_id as "organizationId" from auth_sso_of_domain(${domain})
  `.execute(database.app)
  return rows[0] ?? null
}

/** The account whose identity provider sends users back to an entity; null where it has none at work. */
export async function findSsoOfOrganization(database: Database, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string | null }>`
    select auth_sso_of_organization(${organizationId}) as "accountId"`.execute(database.app)
  return rows[0]?.accountId ?? null
}

/** By what a way to a provider is known again. */
export interface Way {
  readonly accountId: string
  readonly stateHash: Buffer
  readonly browserHash: Buffer
}

/** How long a way is kept after its end, in milliseconds. */
const keptMs = 86_400_000

/** Remembers a way that begins at an issuer; those that ended long ago go. */
export async function insertWay(
  tx: Tx,
  way: Way & { readonly issuer: string },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx
    .deleteFrom('open_id_sign_in')
    .where('account_id', '=', way.accountId)
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute()
  await tx
    .insertInto('open_id_sign_in')
    .values({
      account_id: way.accountId,
      state_hash: way.stateHash,
      browser_hash: way.browserHash,
      created_at: now,
      expires_at: expiresAt,
      issuer: way.issuer,
    })
    .execute()
}

/** Takes the one answer of a way; null where it had one, is over, or began in another browser. */
export async function takeAnswer(tx: Tx, way: Way, now: Date): Promise<{ readonly issuer: string | null } | null> {
  const taken = await tx
    .updateTable('open_id_sign_in')
    .set({ answered_at: now })
    .where('account_id', '=', way.accountId)
    .where('state_hash', '=', way.stateHash)
    .where('browser_hash', '=', way.browserHash)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('issuer')
    .executeTakeFirst()
  return taken ?? null
}

/** What a way to an identity provider results in. */
export interface Ticket {
  readonly userId: string
  readonly ticketHash: Buffer
  readonly expiresAt: Date
  readonly logoutAddress: string | null
}

/** Keeps what the browser signs in with. */
export async function storeTicket(tx: Tx, way: Way, ticket: Ticket): Promise<void> {
  await tx
    .updateTable('open_id_sign_in')
    .set({
      user_id: ticket.userId,
      ticket_hash: ticket.ticketHash,
      ticket_expires_at: ticket.expiresAt,
      logout_address: ticket.logoutAddress,
    })
    .where('account_id', '=', way.accountId)
    .where('state_hash', '=', way.stateHash)
    .execute()
}

/** Uses a ticket up; null where it was used, is over, or belongs to another browser. */
export async function takeTicket(
  tx: Tx,
  { accountId, ticketHash, browserHash }: Omit<Way, 'stateHash'> & { readonly ticketHash: Buffer },
  now: Date,
): Promise<Pick<Ticket, 'userId' | 'logoutAddress'> | null> {
  const row = await tx
    .updateTable('open_id_sign_in')
    .set({ signed_in_at: now })
    .where('account_id', '=', accountId)
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('signed_in_at', 'is', null)
    .where('ticket_expires_at', '>', now)
    .returning(['user_id as userId', 'logout_address as logoutAddress'])
    .executeTakeFirst()
  return row === undefined || row.userId === null ? null : { userId: row.userId, logoutAddress: row.logoutAddress }
}

/** Whom an identity provider names: the issuer, and its word for the person. */
export interface Identity {
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
}

/** The user to whom an identity was bound at an earlier sign-in; null where there is none. */
export async function findBoundUser(tx: Tx, { accountId, issuer, subject }: Identity): Promise<UserToCheck | null> {
  const row = await tx
    .selectFrom('sso_identity')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.account_id', '=', 'sso_identity.account_id')
        .onRef('user_account.id', '=', 'sso_identity.user_id'),
    )
    .innerJoin('account', 'account.id', 'user_account.account_id')
    .select(['user_account.id', 'user_account.account_id', 'password_hash', 'user_account.status', 'force_sso'])
    .select('account.status as account_status')
    .where('sso_identity.account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** Binds an identity to a user who has none of that issuer; false where the user is another person there. */
export async function bindIdentity(
  tx: Tx,
  { accountId, userId, issuer, subject }: Identity & { readonly userId: string },
): Promise<boolean> {
  await tx
    .insertInto('sso_identity')
    .values({ account_id: accountId, user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('sso_identity')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row?.subject === subject
}

/** What a provider says of a user's name; null where it says nothing of it. */
export interface ProviderNames {
  readonly firstName: string | null
  readonly lastName: string | null
}

/** Brings a user's names to what its provider says; what is so already is not written. */
export async function updateNamesFromProvider(
  tx: Tx,
  scope: { readonly accountId: string; readonly userId: string },
  { firstName, lastName }: ProviderNames,
): Promise<void> {
  await sql`
    update user_account set first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name)
    where account_id = ${scope.accountId} and id = ${scope.userId}
      and (first_name, last_name) is distinct from (coalesce(${firstName}, first_name), coalesce(${lastName}, last_name))
  `.execute(tx)
}

/** Stores the types of a user in the modules that it holds; answers the modules in which it had another. */
export async function storeTypes(
  tx: Tx,
  scope: { readonly accountId: string; readonly userId: string },
  types: readonly AssignedType[],
): Promise<readonly Module[]> {
  const changed: Module[] = []
  for (const { module, userType } of types) {
    const { numUpdatedRows } = await tx
      .updateTable('user_module')
      .set({ user_type: userType })
      .where('account_id', '=', scope.accountId)
      .where('user_id', '=', scope.userId)
      .where('module', '=', module)
      .where('user_type', '<>', userType)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) changed.push(module)
  }
  return changed
}
