import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { grades } from '#domain/catalog/grade.ts'
import type { DispatchCondition } from '#domain/dispatch/dispatch-rule.ts'
import type { DispatchAnswer, DispatchPlace, DispatchRuleAnswer } from '#sync/calls/dispatch.ts'

type Tx = Transaction<Tables>

/** Whose dispatch is meant. */
export interface DispatchScope {
  readonly accountId: string
}

/** What a rule says. */
export interface RuleBody {
  readonly title: string
  readonly conditions: readonly DispatchCondition[]
  readonly warehouseIds: readonly string[]
}

/** As much of a rule as a patch names. */
export type RulePatch = { readonly [Field in keyof RuleBody]?: RuleBody[Field] | undefined }

/** The account's dispatch with everything that conditions may name. */
export async function readDispatch(tx: Tx, scope: DispatchScope): Promise<DispatchAnswer> {
  const { accountId } = scope
  const setup = await tx
    .selectFrom('warehouse_dispatch')
    .select(['version', 'default_warehouse_id', 'is_geographic'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const places = await tx
    .selectFrom('organization')
    .select(['id', 'type', 'status', 'common_name', 'city', 'latitude', 'longitude'])
    .where('account_id', '=', accountId)
    .where('type', 'in', ['warehouse', 'store'])
    .orderBy('common_name')
    .orderBy('id')
    .execute()
  const categories = await tx
    .selectFrom('category')
    .select(['id', 'name', 'parent_category_id as parentId'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('name')
    .execute()
  const circuits = await tx
    .selectFrom('circuit')
    .select(['id', 'name', 'type'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  const brands = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('account_id', '=', accountId)
    .where('brand', 'is not', null)
    .orderBy('brand')
    .limit(2000)
    .execute()
  const placeOf = (place: (typeof places)[number]): DispatchPlace => ({
    id: place.id,
    name: place.common_name,
    city: place.city,
    active: place.status === 'active',
    coordinates:
      place.latitude === null || place.longitude === null
        ? null
        : { latitude: place.latitude, longitude: place.longitude },
  })
  return {
    version: setup?.version ?? 0,
    defaultWarehouseId: setup?.default_warehouse_id ?? null,
    isGeographic: setup?.is_geographic ?? false,
    rules: await readRules(tx, scope),
    warehouses: places.filter(({ type }) => type === 'warehouse').map(placeOf),
    stores: places.filter(({ type }) => type === 'store').map(placeOf),
    brands: brands.flatMap(({ brand }) => brand ?? []),
    categories,
    circuits,
    grades: [...grades],
  }
}

/** Rules of the account in order, or the one with an id. */
export async function readRules(tx: Tx, { accountId }: DispatchScope, id?: string): Promise<DispatchRuleAnswer[]> {
  const rows = await tx
    .selectFrom('warehouse_dispatch_rule')
    .select(['id', 'version', 'title', 'position', 'conditions', 'updated_at'])
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (rules) => rules.where('id', '=', id!))
    .orderBy('position')
    .execute()
  const warehouses = await tx
    .selectFrom('warehouse_dispatch_rule_warehouse')
    .select(['rule_id', 'warehouse_id'])
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (rules) => rules.where('rule_id', '=', id!))
    .orderBy('position')
    .execute()
  const warehousesOf = Map.groupBy(warehouses, (row) => row.rule_id)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    title: row.title,
    position: row.position,
    conditions: row.conditions as DispatchRuleAnswer['conditions'],
    warehouseIds: (warehousesOf.get(row.id) ?? []).map((one) => one.warehouse_id),
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** Lets one change of the account's rules happen at a time, because they share one order. */
export async function lockDispatch(tx: Tx, { accountId }: DispatchScope): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Writes default warehouse and geographic criterion. */
export async function saveDispatch(
  tx: Tx,
  { accountId }: DispatchScope,
  patch: { readonly defaultWarehouseId?: string | null | undefined; readonly isGeographic?: boolean | undefined },
): Promise<void> {
  const values = {
    ...(patch.defaultWarehouseId === undefined ? {} : { default_warehouse_id: patch.defaultWarehouseId }),
    ...(patch.isGeographic === undefined ? {} : { is_geographic: patch.isGeographic }),
  }
  await tx
    .insertInto('warehouse_dispatch')
    .values({ account_id: accountId, id: newId(), default_warehouse_id: null, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId, ...values }))
    .execute()
}

/** Puts the rules into an order that names each of them. */
export async function orderRules(tx: Tx, { accountId }: DispatchScope, ids: readonly string[]): Promise<void> {
  await sql`set constraints all deferred`.execute(tx)
  await sql`update warehouse_dispatch_rule r set position = o.position
    from unnest(${ids}::uuid[]) with ordinality o (id, position)
    where r.account_id = ${accountId} and r.id = o.id and r.position <> o.position`.execute(tx)
}

/** Adds a rule behind the others; answers its id. */
export async function insertRule(tx: Tx, { accountId }: DispatchScope, body: RuleBody): Promise<string> {
  const id = newId()
  const last = await tx
    .selectFrom('warehouse_dispatch_rule')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  await tx
    .insertInto('warehouse_dispatch_rule')
    .values({
      account_id: accountId,
      id,
      title: body.title,
      position: (last?.position ?? 0) + 1,
      conditions: JSON.stringify(body.conditions),
    })
    .execute()
  await writeWarehouses(tx, accountId, id, body.warehouseIds)
  return id
}

/** Writes the fields that a patch names; the rule's own row is always written, since devices follow it. */
export async function updateRule(tx: Tx, { accountId }: DispatchScope, id: string, patch: RulePatch): Promise<void> {
  if (patch.warehouseIds !== undefined) await writeWarehouses(tx, accountId, id, patch.warehouseIds)
  await tx
    .updateTable('warehouse_dispatch_rule')
    .set((eb) => ({
      title: patch.title ?? eb.ref('title'),
      ...(patch.conditions === undefined ? {} : { conditions: JSON.stringify(patch.conditions) }),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Removes a rule and closes the gap in the order. */
export async function deleteRule(tx: Tx, scope: DispatchScope, id: string): Promise<void> {
  await tx
    .deleteFrom('warehouse_dispatch_rule')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute()
  const left = await tx
    .selectFrom('warehouse_dispatch_rule')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .orderBy('position')
    .execute()
  await orderRules(
    tx,
    scope,
    left.map((row) => row.id),
  )
}

/** Which of these ids are active warehouses of the account; they stay until the transaction ends. */
export async function findWarehouses(
  tx: Tx,
  { accountId }: DispatchScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('organization')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'warehouse')
    .where('status', '=', 'active')
    .where('id', 'in', ids)
    .forKeyShare()
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Whether every value of the conditions names something of the account. Brands are names, and may come later. */
export async function areValuesKnown(
  tx: Tx,
  { accountId }: DispatchScope,
  conditions: readonly DispatchCondition[],
): Promise<boolean> {
  const valuesOf = (attribute: DispatchCondition['attribute']): readonly string[] => [
    ...new Set(conditions.filter((one) => one.attribute === attribute).flatMap((one) => one.values)),
  ]
  if (valuesOf('declared_state').some((value) => !(grades as readonly string[]).includes(value))) return false
  for (const [attribute, table] of [['category', 'category'] as const, ['circuit', 'circuit'] as const]) {
    const ids = valuesOf(attribute)
    if (ids.length === 0) continue
    const found = await tx
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql<string>`id::text`, 'in', ids)
      .execute()
    if (found.length !== ids.length) return false
  }
  return true
}

async function writeWarehouses(tx: Tx, accountId: string, ruleId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('warehouse_dispatch_rule_warehouse')
    .where('account_id', '=', accountId)
    .where('rule_id', '=', ruleId)
    .execute()
  await tx
    .insertInto('warehouse_dispatch_rule_warehouse')
    .values(
      ids.map((warehouse_id, index) => ({
        account_id: accountId,
        rule_id: ruleId,
        warehouse_id,
        position: index + 1,
      })),
    )
    .execute()
}
