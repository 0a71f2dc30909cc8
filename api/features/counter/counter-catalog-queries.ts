import { sql, type Transaction } from 'kysely'
import { modifierOf } from '#api/db/modifier-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CounterProduct, CounterRules } from '#sync/calls/counter-catalog.ts'

type Tx = Transaction<Tables>

export interface PublishedCatalog {
  readonly version: string
  readonly parts: readonly string[]
  readonly productCount: number
}

/** The published catalog, and whether nothing has changed since it was read; null before the first. */
export async function readPublished(
  tx: Tx,
  accountId: string,
): Promise<(PublishedCatalog & { readonly isFresh: boolean }) | null> {
  const { rows } = await sql<PublishedCatalog & { readonly isFresh: boolean }>`
    select c.version, c.parts, c.product_count as "productCount",
      c.epoch = current_sync_epoch()
        and coalesce((select max(h.xid) from sync_horizon h where h.pruned) <= pg_snapshot_xmin(c.seen::pg_snapshot), true)
        and not exists (select from sync_change s
          where s.account_id = c.account_id and s.bucket in ('catalog:' || c.account_id, 'config:' || c.account_id)
            and s.xid >= pg_snapshot_xmin(c.seen::pg_snapshot)
            and not pg_visible_in_snapshot(s.xid, c.seen::pg_snapshot)
            and s.entity in ('product', 'catalog', 'settings')) as "isFresh"
    from counter_catalog c where c.account_id = ${accountId} and c.replaced_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Freezes the questions of every category that sells something, where they have changed. */
export async function freezeQuestions(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select questionnaire_of_day(c.id) from category c where c.account_id = ${accountId}
      and exists (select from product p where p.account_id = c.account_id and p.main_category_id = c.id
        and p.status = 'published' and not p.simple)`.execute(tx)
}

/** Everything that a catalog says, as of one moment. */
export interface CatalogContent {
  readonly rules: CounterRules
  readonly products: readonly CounterProduct[]
  /** The moment's snapshot and epoch. */
  readonly seen: string
  readonly epoch: string
}

/** Reads the whole catalog; the transaction reads all of it as of one moment. */
export async function readContent(tx: Tx, accountId: string): Promise<CatalogContent> {
  const moment = await sql<{ seen: string; epoch: string }>`
    select pg_current_snapshot()::text as seen, current_sync_epoch() as epoch`.execute(tx)
  const rules = await sql<{ rules: CounterRules }>`select ${rulesSql(accountId)} as rules`.execute(tx)
  const { rows: products } = await sql<CounterProduct>`
    select p.id, p.label, p.brand, p.manufacturer_model as model, p.buyer_reference as reference, p.gtin,
      coalesce(t.tacs, '{}') as tacs, p.main_category_id as "categoryId", p.image, p.simple,
      p.buyback_zero_not_allowed as "zeroNotAllowed",
      p.imei_collect and coalesce('imei_search_and_collect' = any (d.enabled_premium_features), false) as "imeiCollect",
      coalesce(r.prices, '{}') as prices
    from product p
    left join organization_root_detail d on d.account_id = p.account_id
    left join (select t.product_id, array_agg(t.tac order by t.tac) as tacs from product_tac t
      where t.account_id = ${accountId} group by t.product_id) t on t.product_id = p.id
    left join (select r.product_id, jsonb_object_agg(r.grade, r.price_cents) as prices from product_price r
      where r.account_id = ${accountId} group by r.product_id) r on r.product_id = p.id
    where p.account_id = ${accountId} and p.status = 'published' order by p.id`.execute(tx)
  const [at] = moment.rows
  const [read] = rules.rows
  if (at === undefined || read === undefined) throw new Error('a catalog answers one row')
  return { ...at, rules: read.rules, products }
}

// Whether an active rule gives a circuit of a condition to the category `c` or one above it.
const given = (condition: ReturnType<typeof sql>) => sql`exists (select from dispatch_circuit_rule_category y
  join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
  join circuit x on x.account_id = r.account_id and x.id = r.circuit_id and x.status = 'enabled'
  where y.account_id = c.account_id and y.category_id = any (c.path) and ${condition})`

// Circuits of stores, and the one by which a store takes what was sold on the web for it.
const atCounters = sql`(k.type like 'store%' or k.type = 'web_drop')`

const rulesSql = (accountId: string) => sql`json_build_object(
  'settings', (select json_build_object('features', d.enabled_premium_features,
      'identityRequired', d.customer_identity_document_required, 'cartMinCents', d.cart_min_value,
      'currency', a.currency, 'language', a.language, 'timeZone', a.time_zone)
    from account a join organization_root_detail d on d.account_id = a.id where a.id = ${accountId}),
  'categories', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'parentId', c.parent_category_id,
      'path', c.path, 'highlightedInstruction', c.highlighted_instruction,
      'questionnaireId', case when exists (select from category_question y
          where y.account_id = c.account_id and y.category_id = c.id) then (select q.id from questionnaire q
        where q.account_id = c.account_id and q.category_id = c.id order by q.created_at desc, q.id desc limit 1) end,
      'absorption', case when c.absorption_type <> 'none' and 'absorption' = any (d.enabled_premium_features)
        then json_build_object('type', c.absorption_type, 'value', c.absorption_value::float8,
          'maxCents', c.absorption_max_cents) end,
      'circuitIds', coalesce((select json_agg(k.id order by k.type, k.name, k.id) from circuit k
        where k.account_id = c.account_id and k.status = 'enabled' and ${atCounters} and ${given(sql`x.id = k.id`)}
          and (k.type <> 'web_drop' or ${given(sql`x.type = 'store_drop'`)})), '[]'))
      order by c.path, c.id)
    from category c join organization_root_detail d on d.account_id = c.account_id
    where c.account_id = ${accountId}), '[]'),
  'circuits', coalesce((select json_agg(json_build_object('id', k.id, 'ruleId', r.id, 'type', k.type, 'name', k.name,
      'description', coalesce(r.description, k.description), 'terms', r.terms,
      'highlightedInstruction', r.highlighted_instruction, 'traceabilityEnabled', r.traceability_enabled,
      'countries', k.eligible_countries, 'modifier', ${modifierOf('k')},
      'instructions', coalesce((select json_agg(json_build_object('id', i.id, 'type', i.type, 'label', i.label)
          order by i.sequence)
        from circuit_instruction i where i.account_id = k.account_id and i.circuit_id = k.id), '[]'),
      'shippingMethods', coalesce((select json_agg(json_build_object('id', s.id, 'channel', s.channel, 'type', s.type,
          'description', s.description, 'modifier', ${modifierOf('s')}, 'paymentMethods', pay.ids,
          'availableCountries', s.available_countries) order by s.created_at, s.id)
        from circuit_shipping_method x
        join shipping_method s on s.account_id = x.account_id and s.id = x.shipping_method_id
        where x.account_id = k.account_id and x.circuit_id = k.id and s.status = 'active'), '[]'),
      'paymentModes', coalesce((select json_agg(json_build_object('id', m.id, 'type', m.type, 'label', m.label,
          'description', m.description, 'longDescription', m.long_description,
          'modifier', case when 'payment_bonus' = any (d.enabled_premium_features) then ${modifierOf('m')} end,
          'iban', m.type = 'bank_transfer') order by m.position, m.id)
        from circuit_payment_mode x
        join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
        where x.account_id = k.account_id and x.circuit_id = k.id and m.status = 'active'), '[]'))
      order by k.type, k.name, k.id)
    from circuit k
    join organization_root_detail d on d.account_id = k.account_id
    cross join lateral (select coalesce(json_agg(m.id order by m.position, m.id), '[]') as ids
      from circuit_payment_mode x
      join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
      where x.account_id = k.account_id and x.circuit_id = k.id and m.status = 'active') pay
    join lateral (select r.* from dispatch_circuit_rule r where r.account_id = k.account_id and r.circuit_id = k.id
      and r.status = 'enabled' order by r.id limit 1) r on true
    where k.account_id = ${accountId} and k.status = 'enabled' and ${atCounters}), '[]'),
  'questionnaires', coalesce((select json_agg(json_build_object('id', q.id, 'questions', q.content -> 'questions')
      order by q.id)
    from (select distinct on (q.category_id) q.* from questionnaire q where q.account_id = ${accountId}
      order by q.category_id, q.created_at desc, q.id desc) q
    where exists (select from product p where p.account_id = q.account_id and p.main_category_id = q.category_id
      and p.status = 'published' and not p.simple)), '[]'))`

/** Products of one part, by their ids. */
export interface CatalogPart {
  readonly id: string
  readonly products: Readonly<Record<string, CounterProduct>>
}

/** Whether all products of a catalog are there. */
export async function areAllProductsFound(
  tx: Tx,
  accountId: string,
  products: readonly { readonly id: string }[],
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from product
    where account_id = ${accountId} and id = any (${products.map(({ id }) => id)}::uuid[])`.execute(tx)
  return rows[0]?.n === products.length
}

/** Names the parts that are not stored yet. */
export async function missingParts(tx: Tx, accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('counter_catalog_part')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !known.has(id)))
}

export interface CatalogToPublish extends PublishedCatalog {
  readonly content: CatalogContent
  readonly newParts: readonly CatalogPart[]
  readonly at: Date
  /** Replaced before it: forgotten. */
  readonly forgetBefore: Date
}

/** Makes a catalog the published one, in place of the one before; forgets what no sale may name any more. */
export async function writePublished(tx: Tx, accountId: string, catalog: CatalogToPublish): Promise<void> {
  const { version, parts, productCount, content, newParts, at, forgetBefore } = catalog
  for (const part of newParts)
    await sql`insert into counter_catalog_part (account_id, id, products, created_at)
      values (${accountId}, ${part.id}, ${JSON.stringify(part.products)}::jsonb, ${at})
      on conflict do nothing`.execute(tx)
  await sql`update counter_catalog set replaced_at = ${at}
    where account_id = ${accountId} and replaced_at is null and version <> ${version}`.execute(tx)
  await sql`insert into counter_catalog
      (account_id, version, rules, parts, product_count, published_at, seen, epoch)
    values (${accountId}, ${version}, ${JSON.stringify(content.rules)}::jsonb, ${[...parts]}::text[], ${productCount},
      ${at}, ${content.seen}, ${content.epoch})
    on conflict (account_id, version) do update set replaced_at = null, seen = excluded.seen, epoch = excluded.epoch,
      published_at = case when counter_catalog.replaced_at is null then counter_catalog.published_at
        else excluded.published_at end`.execute(tx)
  const { numAffectedRows } = await sql`delete from counter_catalog
    where account_id = ${accountId} and replaced_at < ${forgetBefore}`.execute(tx)
  if ((numAffectedRows ?? 0n) === 0n) return
  await sql`delete from counter_catalog_part p where p.account_id = ${accountId}
    and not exists (select from counter_catalog c where c.account_id = p.account_id and p.id = any (c.parts))`.execute(
    tx,
  )
}

/** The rules of a version; null where it is not known, or not any more. */
export async function readRules(tx: Tx, accountId: string, version: string): Promise<CounterRules | null> {
  const row = await tx
    .selectFrom('counter_catalog')
    .select('rules')
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : (row.rules as CounterRules)
}

/** Parts by id; those that are not known are left out. */
export async function readParts(tx: Tx, accountId: string, ids: readonly string[]): Promise<readonly CatalogPart[]> {
  const rows = await tx
    .selectFrom('counter_catalog_part')
    .select(['id', 'products'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id, products }) => ({ id, products: products as CatalogPart['products'] }))
}
