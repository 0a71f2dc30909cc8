import { sql, type SqlBool, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { listUsersCall, UserAnswer } from '#sync/calls/organization.ts'
import { inBranch } from './branch.ts'
import { textMatches } from '#api/db/word-search.ts'

/** Whose users are meant: those of a branch, or without one all of the account. */
export interface UsersScope {
  readonly accountId: string
  readonly organizationId: string | null
}

type UserQuery = z.output<typeof listUsersCall.query>

const orderColumns = {
  email: sql.ref('user_account.email'),
  firstname: sql.ref('user_account.first_name'),
  lastname: sql.ref('user_account.last_name'),
  createdAt: sql.ref('user_account.created_at'),
  lastLoginAt: sql.ref('user_account.last_login_at'),
  status: sql.ref('user_account.status'),
} as const

// People of one family name are in the order of their first names, regardless of the sorting of the list.
const namesakes = sql`${orderColumns.firstname}, user_account.id`

const told = sql<string>`user_account.told || ' ' || user_account.email`

/** Users with a module inside the caller's branch that pass the filters (ORG-40). */
export async function listUsers(
  tx: Transaction<Tables>,
  scope: UsersScope,
  query: UserQuery,
): Promise<{ readonly members: readonly UserAnswer[]; readonly total: number | null }> {
  const filtered = filter(visible(tx, scope, query), query)
  const { limit, offset } = windowOf(query)
  const all = filtered.select(columns)
  const usual = { lastname: 'asc' } as const
  const order = orderText(orderColumns, query.order, usual, namesakes)
  const rows = await all.orderBy(order).limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  const modules = await modulesOf(
    tx,
    scope,
    rows.map((row) => row.id),
  )
  return { members: rows.map((row) => userAnswer(row, modules.get(row.id) ?? [])), total }
}

/** One user of a scope; null for any other id. */
export async function readUser(tx: Transaction<Tables>, scope: UsersScope, id: string): Promise<UserAnswer | null> {
  const row = await visible(tx, scope).select(columns).where('user_account.id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const modules = await modulesOf(tx, scope, [id])
  return userAnswer(row, modules.get(id) ?? [])
}

/** Which of some addresses are those of users of a scope. */
export async function readSeenEmails(
  tx: Transaction<Tables>,
  scope: UsersScope,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await visible(tx, scope).select('user_account.email').where('user_account.email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}

const columns = [
  'user_account.account_id',
  'user_account.id',
  'user_account.version',
  'user_account.email',
  'user_account.first_name',
  'user_account.last_name',
  'user_account.status',
  'user_account.force_sso',
  'user_account.language',
  'user_account.created_at',
  'user_account.last_login_at',
] as const

// What users hold inside the branch: what they hold elsewhere is neither shown nor found.
function heldIn(tx: Transaction<Tables>, scope: UsersScope) {
  return tx
    .selectFrom('user_module')
    .innerJoin('organization', (join) =>
      join
        .onRef('organization.account_id', '=', 'user_module.account_id')
        .onRef('organization.id', '=', 'user_module.organization_id'),
    )
    .where('user_module.account_id', '=', scope.accountId)
    .where(isSeen(scope))
}

/** The condition on `organization` that keeps to the entities of a scope. */
export function isSeen({ accountId, organizationId }: UsersScope) {
  return organizationId === null ? sql<SqlBool>`true` : inBranch({ accountId, organizationId })
}

function visible(tx: Transaction<Tables>, scope: UsersScope, query: Pick<UserQuery, 'type' | 'organizationId'> = {}) {
  const { type, organizationId } = query
  let assigned = heldIn(tx, scope)
    .select(sql<number>`1`.as('one'))
    .where(sql<SqlBool>`user_module.user_id = user_account.id`)
  if (type !== undefined) assigned = assigned.where('user_module.user_type', 'in', type)
  if (organizationId !== undefined) assigned = assigned.where('user_module.organization_id', 'in', organizationId)
  const isNarrowed = scope.organizationId !== null || type !== undefined || organizationId !== undefined
  return tx
    .selectFrom('user_account')
    .where('user_account.account_id', '=', scope.accountId)
    .where('user_account.stands_in', '=', false)
    .$if(isNarrowed, (users) => users.where((eb) => eb.exists(assigned)))
}

function filter(base: ReturnType<typeof visible>, query: UserQuery) {
  let rows = base
  for (const [field, column] of [
    ['email', 'user_account.email'],
    ['firstname', 'user_account.first_name'],
    ['lastname', 'user_account.last_name'],
  ] as const) {
    const text = query[field]
    if (text !== undefined) rows = rows.where(column, 'ilike', likePattern(text))
  }
  if (query.q !== undefined) rows = rows.where(textMatches(told, query.q))
  if (query.status !== undefined) rows = rows.where('user_account.status', 'in', query.status)
  return rows
}

interface HeldRow {
  readonly module: Module
  readonly user_type: UserType
  readonly organization_id: string
  readonly organization_name: string
}

async function modulesOf(
  tx: Transaction<Tables>,
  scope: UsersScope,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldRow[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await heldIn(tx, scope)
    .select([
      'user_module.user_id',
      'user_module.module',
      'user_module.user_type',
      'user_module.organization_id',
      'organization.common_name as organization_name',
    ])
    .where('user_module.user_id', 'in', userIds)
    .orderBy('user_module.module')
    .execute()
  return Map.groupBy(rows, (row) => row.user_id)
}

interface UserRow {
  readonly account_id: string
  readonly id: string
  readonly version: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly status: 'active' | 'inactive'
  readonly force_sso: boolean
  readonly language: Language | null
  readonly created_at: Date
  readonly last_login_at: Date | null
}

function userAnswer(row: UserRow, assigned: readonly HeldRow[]): UserAnswer {
  const entity = (module: Module) => assigned.find((one) => one.module === module)?.organization_id ?? null
  return {
    id: row.id,
    version: row.version,
    types: [...new Set(assigned.map((one) => one.user_type))],
    email: row.email,
    firstname: row.first_name,
    lastname: row.last_name,
    status: row.status,
    modules: Object.fromEntries(
      assigned.map((one) => [
        one.module,
        { type: one.user_type, organizationId: one.organization_id, organizationName: one.organization_name },
      ]),
    ),
    accountId: row.account_id,
    timOrganizationId: entity('tim'),
    rpsOrganizationId: entity('rps'),
    forceConnectionBySso: row.force_sso,
    language: row.language,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  }
}
