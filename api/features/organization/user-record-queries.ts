import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Module } from '#domain/organization/module.ts'
import type { Place, Post } from '#domain/organization/user-rules.ts'
import type { NewUser, UserPatch } from '#domain/organization/user.schema.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { isSeen, type UsersScope } from './user-queries.ts'

type Tx = Transaction<Tables>
type User = { readonly accountId: string; readonly userId: string }

/** What a user holds in a module, and whether a scope sees it. */
export interface AssignedPost {
  readonly module: Module
  readonly type: UserType
  readonly organizationId: string
  readonly isInBranch: boolean
}

/** Everything that a user holds, inside a scope and outside. */
export async function readAssigned(tx: Tx, scope: UsersScope, userId: string): Promise<readonly AssignedPost[]> {
  return tx
    .selectFrom('user_module')
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'user_module.account_id')
        .onRef('organization.id', '=', 'user_module.organization_id'),
    )
    .select(['user_module.module', 'user_module.user_type as type', 'user_module.organization_id as organizationId'])
    .select(sql<boolean>`${isSeen(scope)}`.as('isInBranch'))
    .where('user_module.account_id', '=', scope.accountId)
    .where('user_module.user_id', '=', userId)
    .execute()
}

/** What decides about the mails and the devices of a user; the row stays as it is until the transaction ends. */
export async function lockUser(tx: Tx, { accountId, userId }: User) {
  const row = await tx
    .selectFrom('user_account')
    .select(['email', 'first_name', 'last_name', 'status', 'language', 'force_sso', 'password_hash', 'version'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    firstname: row.first_name,
    lastname: row.last_name,
    status: row.status,
    language: row.language,
    forceConnectionBySso: row.force_sso,
    hasPassword: row.password_hash !== null,
    version: row.version,
  }
}
/** A user whose row is locked. */
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Whether a user waits for a link to the first password, and how many devices may still bring work. */
export async function readAccessFacts(
  tx: Tx,
  { accountId, userId }: User,
): Promise<{ readonly awaitsPassword: boolean; readonly openDevices: number; readonly hasCodes: boolean }> {
  const { rows } = await sql<{ awaitsPassword: boolean; openDevices: number; hasCodes: boolean }>`
    select u.status = 'active' and not u.force_sso and u.password_hash is null as "awaitsPassword",
      (select count(distinct g.device_id)::int from device_grant g where g.account_id = u.account_id
        and g.user_id = u.id and g.access_epoch = u.access_epoch and g.revoked_at is null and g.expires_at > now()) as "openDevices",
      exists (select 1 from user_code c where c.account_id = u.account_id and c.user_id = u.id
        and c.confirmed_at is not null)
        or exists (select 1 from passkey k where k.account_id = u.account_id and k.user_id = u.id) as "hasCodes"
    from user_account u where u.account_id = ${accountId} and u.id = ${userId}`.execute(tx)
  return rows[0] ?? { awaitsPassword: false, openDevices: 0, hasCodes: false }
}

/** The account of the platform, in which its administrators live; null before there is one. */
export async function readPlatformAccount({ app }: Pick<Database, 'app'>): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select platform_account() as id`.execute(app)
  return rows[0]?.id ?? null
}

/** The name of the account worked in. */
export async function readName(tx: Tx, accountId: string): Promise<string> {
  const row = await tx.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
  return row.name
}

/** Whether an account is the platform's own. */
export async function isPlatform(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx.selectFrom('account').select('is_platform').where('id', '=', accountId).executeTakeFirst()
  return row?.is_platform === true
}

/** Entities of a scope by their ids. */
export async function readPlaces(
  tx: Tx,
  scope: UsersScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'type', 'status'])
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', ids)
    .where(isSeen(scope))
    .execute()
  return new Map(rows.map(({ id, type, status }) => [id, { type, status }]))
}

/** E-mail domains that an account's active SSO connections serve. */
export async function readSsoDomains(tx: Tx, accountId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('sso_domain')
    .innerJoin('sso_configuration', 'sso_configuration.account_id', 'sso_domain.account_id')
    .select('domain')
    .where('sso_domain.account_id', '=', accountId)
    .where('status', '=', 'active')
    .where('proof', 'is not', null)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

/** Stores a new user with its posts; answers its id. */
export async function insertUser(tx: Tx, accountId: string, user: NewUser): Promise<string> {
  const id = newId()
  await tx
    .insertInto('user_account')
    .values({
      account_id: accountId,
      id,
      email: user.email,
      first_name: user.firstname,
      last_name: user.lastname,
      status: user.status,
      language: user.language,
      force_sso: user.forceConnectionBySso,
    })
    .execute()
  for (const [module, post] of Object.entries(user.modules) as [Module, Post][])
    await putPost(tx, { accountId, userId: id }, module, post)
  return id
}

/** Writes what a patch says of the person; with nothing to write, the version is raised for the posts alone. */
export async function updatePerson(tx: Tx, { accountId, userId }: User, patch: UserPatch): Promise<void> {
  const { email, firstname, lastname, status, language, forceConnectionBySso } = patch
  await tx
    .updateTable('user_account')
    .set({
      ...(email !== undefined && { email }),
      ...(firstname !== undefined && { first_name: firstname }),
      ...(lastname !== undefined && { last_name: lastname }),
      ...(language !== undefined && { language }),
      ...(forceConnectionBySso !== undefined && { force_sso: forceConnectionBySso }),
      status: status ?? sql.ref('status'),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute()
}

/** Gives a user a post in a module, in place of the one there. */
export async function putPost(tx: Tx, { accountId, userId }: User, module: Module, post: Post): Promise<void> {
  const row = { user_type: post.type, organization_id: post.organizationId }
  await tx
    .insertInto('user_module')
    .values({ account_id: accountId, user_id: userId, module, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id', 'module']).doUpdateSet(row))
    .execute()
}

/** Takes a module from a user; the sessions in it open nothing more. */
export async function deletePost(tx: Tx, { accountId, userId }: User, module: Module): Promise<void> {
  await tx
    .deleteFrom('user_module')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('module', '=', module)
    .execute()
}
