import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder, type Transaction } from 'kysely'
import { likePattern } from '#api/db/like-pattern.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { readTopEntity } from '#api/db/top-entity.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { connectedWarehousesCall, listOrganizationsCall, OrganizationAnswer } from '#sync/calls/organization.ts'
import type * as z from 'zod'
import { inBranch, type BranchScope } from './branch.ts'
import { textMatches } from '#api/db/word-search.ts'

type OrganizationQuery = z.output<typeof listOrganizationsCall.query>
type OrganizationPage = z.output<typeof connectedWarehousesCall.query>
type Organizations = SelectQueryBuilder<Tables, 'organization', Record<never, never>>

const nameOf = (column: 'parent_organization_id' | 'default_warehouse_id'): RawBuilder<string | null> =>
  sql`(select named.common_name from organization named
    where named.account_id = organization.account_id and named.id = organization.${sql.raw(column)})`

const parentName = nameOf('parent_organization_id')

const ownColumns = [
  'organization.id',
  'organization.version',
  'organization.account_id',
  'organization.type',
  'organization.status',
  'organization.module_type',
  'organization.common_name',
  'organization.corporate_name',
  'organization.siret',
  'organization.capital',
  'organization.parent_organization_id',
  'organization.default_warehouse_id',
  'organization.external_id',
  'organization.street',
  'organization.street_more',
  'organization.zip_code',
  'organization.city',
  'organization.country',
  'organization.place_email',
  'organization.phone',
  'organization.directions_url',
  'organization.opening_hours',
  'organization.time_zone',
  'organization.latitude',
  'organization.longitude',
  'organization.geocoded_by_user',
  'organization.created_at',
] as const

interface Named {
  readonly id: string
  readonly name: string
}

const arrivals: RawBuilder<Named | null> = sql`(select json_build_object('id', s.id, 'name', s.name) from stock s
  where s.account_id = organization.account_id and s.warehouse_id = organization.id and s.native = 'awaiting_control')`

const buyer: RawBuilder<Named | null> = sql`(select json_build_object('id', b.id, 'name', b.name) from account b
  where b.id = organization.buyer_account_id)`

const columns = [
  ...ownColumns,
  parentName.as('parent_name'),
  nameOf('default_warehouse_id').as('default_warehouse_name'),
  arrivals.as('stock'),
  buyer.as('buyer'),
] as const

const orderColumns = {
  commonName: sql.ref('organization.common_name'),
  createdAt: sql.ref('organization.created_at'),
  type: sql.ref('organization.type'),
  status: sql.ref('organization.status'),
  city: sql.ref('organization.city'),
  parentName,
  externalId: sql.ref('organization.external_id'),
} as const

type Row = Pick<
  Selectable<Tables['organization']>,
  (typeof ownColumns)[number] extends `organization.${infer Name}` ? Name & keyof Tables['organization'] : never
> & {
  readonly parent_name: string | null
  readonly default_warehouse_name: string | null
  readonly stock: Named | null
  readonly buyer: Named | null
}

/** Organizations of the caller's branch that pass the filters, and their number where it is asked for (ORG-24). */
export async function listOrganizations(
  tx: Transaction<Tables>,
  scope: BranchScope,
  query: OrganizationQuery,
): Promise<{ readonly members: readonly OrganizationAnswer[]; readonly total: number | null }> {
  return pageOf(tx, filter(tx.selectFrom('organization').where(inBranch(scope)), scope, query), query)
}

/** One organization of the caller's branch; null for any other id. */
export async function readOrganization(
  tx: Transaction<Tables>,
  scope: BranchScope,
  id: string,
): Promise<OrganizationAnswer | null> {
  const row = await tx
    .selectFrom('organization')
    .select(columns)
    .where('organization.account_id', '=', scope.accountId)
    .where('organization.id', '=', id)
    .where(inBranch(scope))
    .executeTakeFirst()
  return row === undefined ? null : organizationAnswer(row)
}

/** Any organization of the account, for its public part. */
export async function readAnyOrganization(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string },
  id: string,
): Promise<OrganizationAnswer | null> {
  const row = await tx
    .selectFrom('organization')
    .select(columns)
    .where('organization.account_id', '=', scope.accountId)
    .where('organization.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : organizationAnswer(row)
}

/** The top of the account's tree: its first root management unit. */
export async function readRootOrganization(
  tx: Transaction<Tables>,
  scope: { readonly accountId: string },
): Promise<OrganizationAnswer | null> {
  const id = await readTopEntity(tx, scope.accountId)
  return id === null ? null : readAnyOrganization(tx, scope, id)
}

/** Active warehouses that entities of the caller's branch send to by default (ORG-27). */
export async function listConnectedWarehouses(
  tx: Transaction<Tables>,
  scope: BranchScope,
  query: OrganizationPage,
): Promise<{ readonly members: readonly OrganizationAnswer[]; readonly total: number | null }> {
  const sentTo = tx
    .selectFrom('organization')
    .select('organization.default_warehouse_id')
    .where('organization.account_id', '=', scope.accountId)
    .where(inBranch(scope))
  const warehouses = tx
    .selectFrom('organization')
    .where('organization.account_id', '=', scope.accountId)
    .where('organization.status', '=', 'active')
    .where('organization.id', 'in', sentTo)
  return pageOf(tx, warehouses, query)
}

async function pageOf(
  tx: Transaction<Tables>,
  filtered: Organizations,
  query: OrganizationPage,
): Promise<{ readonly members: readonly OrganizationAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const all = filtered.select(columns)
  const order = orderText(orderColumns, query.order, { commonName: 'asc' }, sql.ref('organization.id'))
  const rows = await all.orderBy(order).limit(limit).offset(offset).execute()
  const total = await totalOf(tx, all, query)
  return { members: rows.map(organizationAnswer), total }
}

function filter(base: Organizations, { accountId }: BranchScope, query: OrganizationQuery) {
  let rows = base.where('organization.account_id', '=', accountId)
  // Another account's id asks for rows that this account has none of.
  if (query.accountId !== undefined) rows = rows.where('organization.account_id', '=', query.accountId)
  if (query.type !== undefined) rows = rows.where('organization.type', 'in', query.type)
  if (query.status !== undefined) rows = rows.where('organization.status', 'in', query.status)
  if (query.commonName !== undefined) {
    rows = rows.where('organization.common_name', 'ilike', likePattern(query.commonName))
  }
  if (query.q !== undefined) rows = rows.where(textMatches(sql`organization.told`, query.q))
  if (query.parentOrganizationId !== undefined) {
    rows = rows.where('organization.parent_organization_id', 'in', query.parentOrganizationId)
  }
  const hasParent = query.exists?.parentOrganizationId
  if (hasParent !== undefined) {
    rows = rows.where('organization.parent_organization_id', hasParent ? 'is not' : 'is', null)
  }
  return rows
}

function organizationAnswer(row: Row): OrganizationAnswer {
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    type: row.type,
    status: row.status,
    moduleType: row.module_type,
    commonName: row.common_name,
    corporateName: row.corporate_name,
    siret: row.siret,
    capital: row.capital,
    parentOrganizationId: row.parent_organization_id,
    parentName: row.parent_name,
    defaultWarehouseId: row.default_warehouse_id,
    defaultWarehouseName: row.default_warehouse_name,
    stock: row.stock,
    buyer: row.buyer,
    externalId: row.external_id,
    street: row.street,
    streetMore: row.street_more,
    zipCode: row.zip_code,
    city: row.city,
    country: row.country,
    placeEmail: row.place_email,
    phone: row.phone,
    directionsUrl: row.directions_url,
    openingHours: row.opening_hours,
    timeZone: row.time_zone,
    latitude: row.latitude,
    longitude: row.longitude,
    geocodedByUser: row.geocoded_by_user,
    createdAt: row.created_at.toISOString(),
  }
}
