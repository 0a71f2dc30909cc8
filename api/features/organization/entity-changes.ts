import { sql, type Transaction } from 'kysely'
import { patchColumns } from '#api/db/patch-columns.ts'
import type { Tables } from '#api/db/tables.ts'
import { moduleOfType, type EntityUse, type ParentFacts } from '#domain/organization/entity.ts'
import type { Entity, EntityPatch } from '#domain/organization/entity.schema.ts'
import { inBranch, type BranchScope } from './branch.ts'

type Tx = Transaction<Tables>

/** Lets one change of the account's tree happen at a time, because what one may do depends on what stands around it. */
export async function lockTree(tx: Tx, { accountId }: BranchScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('organization:' || ${accountId}, 0))`.execute(tx)
}

/** An entity as a change finds it. */
export interface PresentEntity extends Entity {
  readonly version: number
  readonly id: string
}

/** An entity of the caller's branch that is about to change; null for any other id. */
export async function readPresent(tx: Tx, scope: BranchScope, id: string): Promise<PresentEntity | null> {
  const row = await tx
    .selectFrom('organization')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .where(inBranch(scope))
    .executeTakeFirst()
  if (row === undefined) return null
  const said = Object.entries(columns).map(([field, column]) => [field, row[column]])
  return { ...(Object.fromEntries(said) as Entity), version: row.version, id: row.id }
}

/** What decides whether an entity may stand under another of the branch; null for an id that is not in it. */
export async function readParent(tx: Tx, scope: BranchScope, id: string): Promise<ParentFacts | null> {
  const row = await tx
    .selectFrom('organization')
    .select(['type', 'status', 'path'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .where(inBranch(scope))
    .executeTakeFirst()
  return row ?? null
}

/** Whether the caller stands at the head office, and so beside what stands beside the tree. */
export async function isAtHeadOffice(tx: Tx, { accountId, organizationId }: BranchScope): Promise<boolean> {
  return isThere(tx, sql`account_id = ${accountId} and id = ${organizationId} and type = 'root_management_unit'`)
}

/** Whether the account has its head office. */
export async function hasTop(tx: Tx, { accountId }: BranchScope): Promise<boolean> {
  return isThere(tx, sql`account_id = ${accountId} and type = 'root_management_unit'`)
}

/** Whether any entity of the account has an id, in the caller's branch or not. */
export async function isKnown(tx: Tx, { accountId }: BranchScope, id: string): Promise<boolean> {
  return isThere(tx, sql`account_id = ${accountId} and id = ${id}`)
}

/** Whether another entity of the account has an external id (ORG-20). */
export async function isTaken(tx: Tx, { accountId }: BranchScope, externalId: string, own: string | null) {
  return isThere(
    tx,
    sql`account_id = ${accountId} and lower(external_id) = lower(${externalId}) and id is distinct from ${own}::uuid`,
  )
}

/** Whether an id is that of an active warehouse of the account. */
export async function isActiveWarehouse(tx: Tx, { accountId }: BranchScope, id: string): Promise<boolean> {
  return isThere(tx, sql`account_id = ${accountId} and id = ${id} and type = 'warehouse' and status = 'active'`)
}

async function isThere(tx: Tx, condition: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select from organization where ${condition} limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether a category of any status names the entity as its buyer. */
export async function isNamedByCategory(tx: Tx, { accountId }: BranchScope, id: string): Promise<boolean> {
  const { rows } = await sql`select from category where account_id = ${accountId} and buyer_organization_id = ${id}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** The country of the account's company, by which a SIRET is judged where the entity names none. */
export async function readCompanyCountry(tx: Tx, { accountId }: BranchScope): Promise<string> {
  const account = await tx
    .selectFrom('account')
    .select('company_country')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.company_country
}

const columns = {
  type: 'type',
  status: 'status',
  commonName: 'common_name',
  corporateName: 'corporate_name',
  siret: 'siret',
  capital: 'capital',
  externalId: 'external_id',
  parentOrganizationId: 'parent_organization_id',
  defaultWarehouseId: 'default_warehouse_id',
  buyerAccountId: 'buyer_account_id',
  street: 'street',
  streetMore: 'street_more',
  zipCode: 'zip_code',
  city: 'city',
  country: 'country',
  placeEmail: 'place_email',
  phone: 'phone',
  directionsUrl: 'directions_url',
  openingHours: 'opening_hours',
  timeZone: 'time_zone',
  latitude: 'latitude',
  longitude: 'longitude',
  geocodedByUser: 'geocoded_by_user',
} as const satisfies Record<keyof Entity, keyof Tables['organization']>

/** A field of an entity as its column takes it. */
type WrittenField<Field extends keyof Entity> = Field extends 'openingHours' ? string | null : Entity[Field]

function columnsOf({
  openingHours,
  ...rest
}: { readonly [Field in keyof Entity]?: Entity[Field] | undefined }): Record<string, unknown> {
  const hours = openingHours == null ? openingHours : JSON.stringify(openingHours)
  return patchColumns<keyof typeof columns>(columns, { ...rest, openingHours: hours })
}

/** Adds an entity; a warehouse gets its native stocks from the database. */
export async function insertEntity(tx: Tx, { accountId }: BranchScope, id: string, entity: Entity): Promise<void> {
  await tx
    .insertInto('organization')
    .values({
      ...(columnsOf(entity) as { [Field in keyof Entity as (typeof columns)[Field]]: WrittenField<Field> }),
      account_id: accountId,
      id,
      module_type: moduleOfType(entity.type),
    })
    .execute()
}

/** Writes the fields that a patch names. */
export async function updateEntity(tx: Tx, { accountId }: BranchScope, id: string, patch: EntityPatch): Promise<void> {
  const { type: _type, moduleType: _module, ...changed } = patch
  const values = columnsOf(changed)
  if (Object.keys(values).length === 0) return
  await tx.updateTable('organization').set(values).where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Statuses in which an item is still to leave its store. */
const inStore = ['item_awaiting_inventory', 'item_awaiting_store_drop']
/** Statuses in which an item has not arrived in its warehouse yet, even where it comes from another one. */
const underWay = [...inStore, 'item_created', 'item_in_transit', 'item_registered_in_warehouse']

/** What may keep an entity active. */
export async function readUse(tx: Tx, { accountId }: BranchScope, id: string): Promise<EntityUse> {
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from ${from})`
  const { rows } = await sql<EntityUse>`select
    ${count(sql`organization o where o.account_id = ${accountId} and o.path @> array[${id}]::uuid[] and o.id <> ${id}
      and o.status = 'active'`)} as entities,
    (select count(distinct m.user_id)::int from user_module m
      join user_account u on u.account_id = m.account_id and u.id = m.user_id and u.status = 'active'
      where m.account_id = ${accountId} and m.organization_id = ${id}) as users,
    ${count(sql`item i where i.account_id = ${accountId} and i.warehouse_id = ${id}`)}
      + ${count(sql`item i where i.account_id = ${accountId} and i.destination_warehouse_id = ${id}
        and i.warehouse_id is distinct from ${id} and i.status = any (${underWay}::text[])`)}
      + ${count(sql`item i where i.account_id = ${accountId} and i.store_id = ${id}
        and i.status = any (${inStore}::text[])`)} as items,
    ${count(sql`package p where p.account_id = ${accountId} and p.status = 'open'
      and ${id} in (p.origin_store_id, p.origin_warehouse_id, p.destination_warehouse_id)`)} as "openPackages",
    ${count(sql`organization o where o.account_id = ${accountId} and o.default_warehouse_id = ${id}
      and o.status = 'active' and o.id <> ${id}`)} as "defaultOf",
    ${count(sql`warehouse_dispatch_rule_warehouse w where w.account_id = ${accountId} and w.warehouse_id = ${id}`)}
      + ${count(sql`warehouse_dispatch d where d.account_id = ${accountId} and d.default_warehouse_id = ${id}`)}
      as "dispatchRules",
    ${count(sql`category c where c.account_id = ${accountId} and c.buyer_organization_id = ${id}
      and c.status = 'active'`)} as categories`.execute(tx)
  return rows[0]!
}
