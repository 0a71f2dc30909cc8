import { sql, type Transaction } from 'kysely'
import { inheritedMeasures } from '#api/db/product-measures.ts'
import type { Tables } from '#api/db/tables.ts'
import { inTreeOrder } from '#domain/catalog/category-tree.ts'
import type { CategoryAnswer, ListedCategory, TreeCategory } from '#sync/calls/category.ts'

type Tx = Transaction<Tables>

/** Whose categories are meant. */
export interface CategoryScope {
  readonly accountId: string
}

/** Every category of an account, parents before their children. */
export async function readCategoryTree(tx: Tx, { accountId }: CategoryScope): Promise<readonly TreeCategory[]> {
  const { rows } = await sql<TreeCategory>`
    select c.id, c.name, c.parent_category_id as "parentId" from category c where c.account_id = ${accountId}
    order by c.position, c.name, c.id`.execute(tx)
  return inTreeOrder(rows)
}

// Whether an enabled rule gives an enabled circuit of such a type to the category `c` or one above it.
const takenBy = (condition: ReturnType<typeof sql>) => sql`exists (
  select from dispatch_circuit_rule_category y
  join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
  join circuit x on x.account_id = r.account_id and x.id = r.circuit_id and x.status = 'enabled'
  where y.account_id = c.account_id and y.category_id = any (c.path) and ${condition})`

// What is dropped in a store for the web needs the store to take it.
const takenOnWeb = sql`(${takenBy(sql`x.type like 'web%' and x.type <> 'web_drop'`)}
  or (${takenBy(sql`x.type = 'web_drop'`)} and ${takenBy(sql`x.type = 'store_drop'`)}))`
const takenInStores = takenBy(sql`x.type like 'store%'`)

/**
 * Every category of an account with its counts, in the order of the tree. The counts of one need those of all below it,
 * and an account has hundreds of categories at most: they are read as a whole.
 */
export async function readListedCategories(tx: Tx, { accountId }: CategoryScope): Promise<readonly ListedCategory[]> {
  const { rows } = await sql<ListedCategory>`
    with own as (
      select c.id, c.path, coalesce(p.n, 0) as n, coalesce(p.published, 0) as published, ${takenOnWeb} as web,
        ${takenInStores} as store,
        exists (select from category a where a.account_id = c.account_id and a.id = any (c.path)
          and a.status = 'archived') as archived
      from category c
      left join (select p.main_category_id as id, count(*) filter (where p.status <> 'archived') as n, count(*) filter (where p.status = 'published') as published
        from product p where p.account_id = ${accountId} group by 1) p on p.id = c.id
      where c.account_id = ${accountId}
    ), below as (
      select u.id, sum(o.n)::int as n, sum(o.published)::int as published,
        coalesce(sum(o.published) filter (where o.web and not o.archived), 0)::int as web,
        coalesce(sum(o.published) filter (where o.store and not o.archived), 0)::int as store
      from own o cross join unnest(o.path) u (id) group by u.id
    )
    select c.id, c.name, c.parent_category_id as "parentId", c.version, c.identifier, c.status,
      case when c.image is not null then json_build_object('url', c.image, 'alt', coalesce(c.image_alt, '')) end as image,
      json_build_object('web', b.web, 'store', b.store) as "productCount", b.n as "numberOfProducts",
      b.published as "numberOfPublishedProducts",
      (select count(*)::int from category_question q where q.account_id = c.account_id and q.category_id = c.id)
        as "numberOfQuestions"
    from category c join below b on b.id = c.id
    where c.account_id = ${accountId} order by c.position, c.name, c.id`.execute(tx)
  return inTreeOrder(rows)
}

/** One category whole; null for an id that names none. */
export async function readCategory(tx: Tx, scope: CategoryScope, id: string): Promise<CategoryAnswer | null> {
  const all = await readListedCategories(tx, scope)
  const listed = all.find((category) => category.id === id)
  if (listed === undefined) return null
  type Rest = Omit<CategoryAnswer, keyof ListedCategory | 'children' | 'dispatchCircuitRule'>
  const { rows } = await sql<Rest>`
    select c.description, c.translations, c.children_description as "childrenDescription",
      c.highlighted_instruction as "highlightedInstruction", c.buyer_organization_id as "organizationId",
      c.buyer_account_id as "buyerAccountId",
      (select json_build_object('id', o.id, 'name', o.common_name) from organization o
        where o.account_id = c.account_id and o.id = c.buyer_organization_id) as buyer,
      c.default_weight_grams as "defaultWeightGrams", c.default_height_cm as "defaultHeightCm",
      c.default_length_cm as "defaultLengthCm", c.default_width_cm as "defaultWidthCm",
      ${inheritedMeasures} as "inheritedMeasures", c.absorption_type as "absorptionType", c.absorption_value::float8 as "absorptionValue",
      c.absorption_max_cents as "absorptionMaxCents",
      coalesce((select json_agg(json_build_object('id', o.id, 'name', o.common_name) order by o.common_name, o.id)
        from organization o where o.account_id = c.account_id and o.type = 'warehouse' and exists (
          select from warehouse_dispatch_rule r
          join warehouse_dispatch_rule_warehouse w on w.account_id = r.account_id and w.rule_id = r.id
          cross join jsonb_array_elements(r.conditions) k (condition)
          where r.account_id = c.account_id and w.warehouse_id = o.id and k.condition ->> 'attribute' = 'category'
            and k.condition ->> 'operator' in ('is', 'in') and k.condition -> 'values' ?| c.path::text[])), '[]')
        as "referringWorkshops",
      coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'type', k.type,
          'isInherited', not t.own) order by k.type, k.name, k.id)
        from circuit k join (
          select r.circuit_id, bool_or(y.category_id = c.id) as own from dispatch_circuit_rule_category y
          join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
          where y.account_id = c.account_id and y.category_id = any (c.path) group by r.circuit_id
        ) t on t.circuit_id = k.id
        where k.account_id = c.account_id and k.status = 'enabled'), '[]') as circuits,
      coalesce((select json_agg(json_build_object('id', t.id, 'circuitId', t.circuit_id, 'isInherited', not t.own)
          order by t.id) from (
          select r.id, r.circuit_id, bool_or(y.category_id = c.id) as own from dispatch_circuit_rule_category y
          join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
          where y.account_id = c.account_id and y.category_id = any (c.path) group by r.id, r.circuit_id
        ) t), '[]') as "dispatchCircuitRules"
    from category c where c.account_id = ${scope.accountId} and c.id = ${id}`.execute(tx)
  const [rest] = rows
  if (rest === undefined) return null
  const children = all.filter(({ parentId }) => parentId === id).map(({ id: childId, name }) => ({ id: childId, name }))
  const { dispatchCircuitRules: rules } = rest
  const dispatchCircuitRule = rules.find(({ isInherited }) => !isInherited) ?? rules[0] ?? null
  return { ...listed, ...rest, children, dispatchCircuitRule }
}

/** Ids of the categories that an enabled circuit takes, themselves or through one above; archived ones are none. */
export async function readConnectedIds(tx: Tx, { accountId }: CategoryScope): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from category c where c.account_id = ${accountId} and (${takenOnWeb} or ${takenInStores})
      and not exists (select from category a where a.account_id = c.account_id and a.id = any (c.path)
        and a.status = 'archived')`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The main and the secondary categories of a product; null for an id that names none. */
export async function readProductCategories(
  tx: Tx,
  { accountId }: CategoryScope,
  productId: string,
): Promise<{ readonly mainCategoryId: string; readonly secondaryCategoryIds: readonly string[] } | null> {
  const { rows } = await sql<{ mainCategoryId: string; secondaryCategoryIds: readonly string[] }>`
    select p.main_category_id as "mainCategoryId", coalesce((
      select array_agg(y.category_id order by y.category_id) from product_category y
      where y.account_id = p.account_id and y.product_id = p.id and y.category_id <> p.main_category_id), '{}')
      as "secondaryCategoryIds"
    from product p where p.account_id = ${accountId} and p.id = ${productId}`.execute(tx)
  return rows[0] ?? null
}
