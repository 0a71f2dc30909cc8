import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import type { CircuitCarriage } from '#domain/circuit/circuit-carrier.ts'
import type { LegalFileDocument } from '#domain/settings/legal-file.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { SetupCircuit, SetupFacts, SetupText } from '#domain/settings/setup-guide.ts'
import type { StoredText } from '#domain/settings/site-opening.ts'
import type { SiteAddress } from '#domain/organization/site-address.ts'
import type { ModeProvider } from '#domain/payment/payment-provider.ts'

interface StoredMode {
  readonly id: string
  readonly label: string
  readonly type: PaymentType
  readonly provider: ModeProvider
}

/** What the database knows of an account's set-up; the rest is the installation's. */
export type StoredSetup = Omit<SetupFacts, 'circuits' | 'paymentModes' | 'sendsMail' | 'missingTexts'> & {
  readonly circuits: readonly (CircuitCarriage & Omit<SetupCircuit, 'lacksCarrier'>)[]
  readonly paymentModes: readonly StoredMode[]
  readonly webChannelUrl: SiteAddress['webChannelUrl']
  /** Whether one of its buybacks has been paid. */
  readonly isTrading: boolean
  /** Whether it pays through a service of its own. */
  readonly hasOwnService: boolean
  readonly texts: Readonly<Record<SetupText, StoredText>>
  readonly currency: Currency
}

// Categories that hold published products, with the categories above them in their path. Before the first product, the
// lowest categories, so that the guide says early what products will need.
const sold = sql`(select c.id, c.name, c.path from category c
  where c.account_id = a.id and exists (select from product p
    where p.account_id = c.account_id and p.main_category_id = c.id and p.status = 'published')
  union all
  select c.id, c.name, c.path from category c
  where c.account_id = a.id and c.status = 'active'
    and not exists (select from product p where p.account_id = a.id and p.status = 'published')
    and not exists (select from category k
      where k.account_id = c.account_id and k.parent_category_id = c.id and k.status = 'active'))`

/** Whether any category has an enabled circuit of its own. */
const isAnyGiven = sql`exists (select from dispatch_circuit_rule_category y
  join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
  join circuit x on x.account_id = r.account_id and x.id = r.circuit_id and x.status = 'enabled'
  where y.account_id = a.id)`

const circuitShape = sql`'id', k.id, 'name', k.name, 'type', k.type,
  'hasShippingMethod', exists (select from circuit_shipping_method y
    join shipping_method s on s.account_id = y.account_id and s.id = y.shipping_method_id and s.status = 'active'
    where y.account_id = k.account_id and y.circuit_id = k.id),
  'hasPaymentMode', exists (select from circuit_payment_mode y
    join payment_mode m on m.account_id = y.account_id and m.id = y.payment_mode_id and m.status = 'active'
    where y.account_id = k.account_id and y.circuit_id = k.id)`

const named = (source: RawBuilder<unknown>, id: RawBuilder<unknown> = sql`s.id`) =>
  sql`coalesce((select json_agg(json_build_object('id', ${id}, 'name', s.name) order by s.name, s.id) from ${source}), '[]')`

const entities = (type: string) => sql`(select count(*)::int from organization o
  where o.account_id = a.id and o.type = ${sql.lit(type)} and o.status = 'active')`

// A simple product is bought at its functional price alone, any other at those of its grades.
const isWorthNothing = sql`not exists (select from product_price r
  where r.account_id = p.account_id and r.product_id = p.id and (r.grade = 'functional') = p.simple)`

const people = (types: readonly string[]) => sql`(select count(distinct u.id)::int from user_account u
  join user_module m on m.account_id = u.account_id and m.user_id = u.id
  where u.account_id = a.id and u.status = 'active' and m.user_type in (${sql.join(types.map((type) => sql.lit(type)))}))`

/** Active clients, the newest first, how many there are, and whether there is any; of client administration's login. */
export async function listActiveClients(
  tx: Transaction<Tables>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  readonly total: number
  readonly hasClients: boolean
}> {
  const active = tx.selectFrom('account').where('status', '=', 'active')
  const clients = await active
    .select(['id', 'name'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await active.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const any = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return { clients, total, hasClients: any !== undefined }
}
const storedText = (document: LegalFileDocument, column: string) => sql`json_build_object('text', ${sql.ref(column)},
  'hasFile', exists (select from legal_file f
    where f.account_id = a.id and f.document = ${sql.lit(document)} and f.language = a.language))`

/** Reads it, for one account. */
export async function readSetup(tx: Transaction<Tables>, accountId: string): Promise<StoredSetup> {
  const { rows } = await sql<StoredSetup>`select
    a.is_retailer as "isRetailer", a.is_buyer_and_workshops_supervisor as "isBuyer", a.company_country as "companyCountry", a.currency, a.host,
    a.web_channel_url as "webChannelUrl",
    ${entities('management_unit')} as regions, ${entities('store')} as stores, ${entities('warehouse')} as warehouses,
    exists (select from warehouse_dispatch w
      join organization o on o.account_id = w.account_id and o.id = w.default_warehouse_id and o.status = 'active'
      where w.account_id = a.id) as "hasDefaultWarehouse",
    coalesce((select json_agg(json_build_object('id', b.id, 'name', b.name, 'siret', b.siret, 'capital', b.capital) order by b.name)
      from (select case when x.id is null then o.id end as id, coalesce(x.name, o.common_name) as name, coalesce(x.siret, o.siret) as siret,
            coalesce(x.capital, o.capital) as capital
          from category c
          left join account x on x.id = c.buyer_account_id
          left join organization o on o.account_id = c.account_id and o.id = c.buyer_organization_id
          where c.account_id = a.id and c.status = 'active'
            and (c.buyer_account_id is not null or c.buyer_organization_id is not null)
          union
          select o.id, o.common_name, o.siret, o.capital from organization o
          where o.account_id = a.id and o.type = 'buyer' and o.status = 'active' and o.buyer_account_id is null) b),
      '[]') as buyers,
    (select count(*)::int from category c where c.account_id = a.id and c.status = 'active') as categories,
    ${named(
      sql`${sold} s where not exists (select from category k
        where k.account_id = a.id and k.id = any (s.path)
          and (k.buyer_account_id is not null or k.buyer_organization_id is not null))`,
      // The buyer of the category at the top is that of all below it.
      sql`s.path[1]`,
    )} as "withoutBuyer",
    ${named(
      sql`${sold} s where not exists (select from dispatch_circuit_rule_category y
        join dispatch_circuit_rule r on r.account_id = y.account_id and r.id = y.rule_id and r.status = 'enabled'
        join circuit x on x.account_id = r.account_id and x.id = r.circuit_id and x.status = 'enabled'
        where y.account_id = a.id and y.category_id = any (s.path))`,
      // Where no category has any yet, one at the top serves them all.
      sql`case when ${isAnyGiven} then s.id else s.path[1] end`,
    )} as "withoutCircuit",
    coalesce((select json_agg(json_build_object(${circuitShape}) order by k.name, k.id)
      from circuit k where k.account_id = a.id and k.status = 'disabled'), '[]') as "idleCircuits",
    coalesce((select json_agg(json_build_object(${circuitShape},
        'ownLabel', k.own_label,
        'isServed', exists (select from carrier_service v
          join carrier r on r.account_id = v.account_id and r.id = v.carrier_id and r.status = 'active'
          where v.account_id = k.account_id and v.circuit_id = k.id),
        'methodsServed', coalesce((select json_agg(exists (select from carrier_service v
            join carrier r on r.account_id = v.account_id and r.id = v.carrier_id and r.status = 'active'
            where v.account_id = y.account_id and v.shipping_method_id = y.shipping_method_id))
          from circuit_shipping_method y
          join shipping_method s on s.account_id = y.account_id and s.id = y.shipping_method_id and s.status = 'active'
          where y.account_id = k.account_id and y.circuit_id = k.id), '[]')) order by k.name, k.id)
      from circuit k where k.account_id = a.id and k.status = 'enabled'), '[]') as circuits,
    (select count(*)::int from product p where p.account_id = a.id and p.status = 'published') as products,
    (select count(*)::int from product p where p.account_id = a.id and p.status = 'published' and ${isWorthNothing}) as "withoutPrice",
    (select p.id from product p where p.account_id = a.id and p.status = 'published' and ${isWorthNothing}
      order by p.label, p.id limit 1) as "firstWithoutPrice",
    coalesce((select json_agg(json_build_object('id', m.id, 'label', m.label, 'type', m.type, 'provider', m.provider)
        order by m.position, m.id)
      from payment_mode m where m.account_id = a.id and m.status = 'active'), '[]') as "paymentModes",
    (select json_build_object('id', m.id, 'name', m.label) from payment_mode m
      where m.account_id = a.id and m.status = 'inactive' order by m.position, m.id limit 1) as "idlePaymentMode",
    exists (select from connector_configuration f
      where f.account_id = a.id and f.connector = 'payment' and f.status = 'active') as "hasOwnService",
    exists (select from payment m where m.account_id = a.id and m.completed_at is not null) as "isTrading",
    exists (select from payer y where y.account_id = a.id) as "hasPayer",
    ${people(['store_seller', 'store_manager'])} as sellers,
    ${people(['warehouse_operator', 'warehouse_manager'])} as operators,
    json_build_object('eula', ${storedText('eula', 'd.eula')},
      'serviceTerms', ${storedText('service-terms', 'd.service_terms')},
      'faqAndContact', ${storedText('faq-and-contact', 'd.faq_and_contact')},
      'cookiesPolicy', ${storedText('cookies-policy', 'a.cookies_policy')}) as texts
    from account a left join organization_root_detail d on d.account_id = a.id
    where a.id = ${accountId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('no such account')
  return row
}
