import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'
import { modifierOf } from '#api/db/modifier-sql.ts'
import { relayOffered } from '#api/db/relay-point-sql.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { textIn, wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'

type Translated<Row> = Row & { readonly translations: Translations }

/** A circuit as the database has it; a rule may describe it otherwise. */
interface CircuitRow extends Translated<Omit<CircuitOption, 'instructions' | 'shippingMethods' | 'paymentModes'>> {
  readonly ruleDescription: string | null
  readonly ruleTranslations: Translations
  readonly instructions: readonly Translated<CircuitOption['instructions'][number]>[]
  readonly shippingMethods: readonly Translated<CircuitOption['shippingMethods'][number]>[]
  readonly paymentModes: readonly Translated<CircuitOption['paymentModes'][number]>[]
}

/** What offers a category's options, before anything is left out. */
export interface OptionRows {
  readonly categoryKnown: boolean
  readonly hasWarehouse: boolean
  /** Whether who buys the category can be reached: the transfer order names them. */
  readonly buyerReachable: boolean
  /** Whether payment modes may carry a bonus. */
  readonly paymentBonus: boolean
  /** Whether a store takes the category: without one nobody can drop there what was sold on the web. */
  readonly storeDrop: boolean
  readonly circuits: readonly CircuitOption[]
}

// A list without countries is open to all.
const eligible = (column: string) => sql`(${sql.ref(column)} = '{}' or asked.country = any (${sql.ref(column)})
  or asked.country is null)`

/** Circuits that active rules give a category or one above it, with what they offer in a country. */
export async function readOptions(
  database: Database,
  accountId: string,
  asked: {
    readonly categoryId: string
    readonly country: string | null
    readonly channel: 'store' | 'web'
    readonly language: Language | null
  },
): Promise<OptionRows> {
  const { categoryId, country, channel, language } = asked
  const query = sql<Omit<OptionRows, 'circuits'> & { readonly circuits: readonly CircuitRow[] }>`
    with asked as (select ${accountId}::uuid as account_id, ${country}::text as country),
    place as (select c.path from category c, asked where c.account_id = asked.account_id and c.id = ${categoryId}),
    rule as (
      select distinct on (c.id) r.*, case when r.eligible_countries = '{}' then c.eligible_countries
          when c.eligible_countries = '{}' then r.eligible_countries
          else array(select unnest(r.eligible_countries) intersect select unnest(c.eligible_countries) order by 1) end as countries, c.type, c.name, c.description as circuit_description, c.translations as circuit_translations,
        c.modifier_type, c.modifier_value, c.modifier_cap_cents
      from asked cross join place
      join dispatch_circuit_rule_category rc on rc.account_id = asked.account_id and rc.category_id = any (place.path)
      join dispatch_circuit_rule r on r.account_id = rc.account_id and r.id = rc.rule_id and r.status = 'enabled'
      join circuit c on c.account_id = r.account_id and c.id = r.circuit_id and c.status = 'enabled'
      where ${eligible('r.eligible_countries')} and ${eligible('c.eligible_countries')}
        -- Without a country in common it is open to none, which no list says: an empty one is open to all.
        and (r.eligible_countries = '{}' or c.eligible_countries = '{}' or r.eligible_countries && c.eligible_countries)
      order by c.id, array_position(place.path, rc.category_id) desc, r.id
    )
    select exists (select 1 from place) as "categoryKnown",
      exists (select 1 from organization o where o.account_id = asked.account_id and o.type = 'warehouse'
        and o.status = 'active') as "hasWarehouse",
      -- The nearest category that names a buyer, as a sale finds it.
      coalesce((select (k.buyer_account_id is null or exists (select from account_link l
            join account x on x.id = l.buyer_account_id and x.status = 'active'
            where l.account_id = k.account_id and l.buyer_account_id = k.buyer_account_id and l.status = 'active'))
          and (k.buyer_organization_id is null or exists (select from organization o
            where o.account_id = k.account_id and o.id = k.buyer_organization_id and o.status = 'active'))
        from category k, asked, place where k.account_id = asked.account_id and k.id = any (place.path)
          and (k.buyer_account_id is not null or k.buyer_organization_id is not null)
        order by cardinality(k.path) desc limit 1), true) as "buyerReachable",
      coalesce((select 'payment_bonus' = any (d.enabled_premium_features) from organization_root_detail d
        where d.account_id = asked.account_id), false) as "paymentBonus",
      exists (select 1 from rule where type = 'store_drop') as "storeDrop",
      coalesce((select json_agg(json_build_object('id', rule.circuit_id, 'ruleId', rule.id, 'type', rule.type,
        'name', rule.name, 'description', rule.circuit_description, 'ruleDescription', rule.description,
        'translations', rule.circuit_translations, 'ruleTranslations', rule.translations,
        'terms', rule.terms, 'highlightedInstruction', rule.highlighted_instruction,
        'traceabilityEnabled', rule.traceability_enabled, 'eligibleCountries', rule.countries, 'modifier', ${modifierOf('rule')},
        'instructions', (
          select coalesce(json_agg(json_build_object('id', i.id, 'type', i.type, 'label', i.label,
            'translations', i.translations)
            order by i.sequence), '[]')
          from circuit_instruction i where i.account_id = rule.account_id and i.circuit_id = rule.circuit_id),
        'shippingMethods', (
          select coalesce(json_agg(json_build_object('id', m.id, 'channel', m.channel, 'type', m.type,
            'description', m.description, 'translations', m.translations, 'modifier', ${modifierOf('m')}, 'paymentMethods', '[]'::json,
            'availableCountries', m.available_countries,
            'hasSlots', m.type = 'web_collect' and m.pickup is not null,
            'hasRelayPoints', ${relayOffered('m')}) order by m.type, m.created_at, m.id), '[]')
          from circuit_shipping_method cm
          join shipping_method m on m.account_id = cm.account_id and m.id = cm.shipping_method_id
          where cm.account_id = rule.account_id and cm.circuit_id = rule.circuit_id and m.status = 'active'
            and ${eligible('m.available_countries')}),
        'paymentModes', (
          select coalesce(json_agg(json_build_object('id', m.id, 'type', m.type, 'label', m.label,
            'description', m.description, 'longDescription', m.long_description, 'translations', m.translations, 'modifier', ${modifierOf('m')},
            'iban', m.type = 'bank_transfer') order by m.position, m.label, m.id), '[]')
          from circuit_payment_mode cm
          join payment_mode m on m.account_id = cm.account_id and m.id = cm.payment_mode_id
          where cm.account_id = rule.account_id and cm.circuit_id = rule.circuit_id and m.status = 'active')
      ) order by rule.type, rule.name, rule.id)
      from rule where split_part(rule.type, '_', 1) = ${channel}), '[]') as circuits
    from asked`
  const rows = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  const found = rows[0]!
  return { ...found, circuits: found.circuits.map((circuit) => circuitIn(circuit, language)) }
}

function circuitIn(
  { ruleDescription, ruleTranslations, ...row }: CircuitRow,
  language: Language | null,
): CircuitOption {
  const circuit = wordedFor(row, ['name', 'description'], language)
  const ofRule = (own: string | null, field: string) => textIn(own, ruleTranslations, field, language)
  return {
    ...circuit,
    description: ofRule(ruleDescription, 'description') ?? circuit.description,
    terms: ofRule(row.terms, 'terms'),
    highlightedInstruction: ofRule(row.highlightedInstruction, 'highlightedInstruction'),
    instructions: row.instructions.map((each) => wordedFor(each, ['label'], language)),
    shippingMethods: row.shippingMethods.map((each) => wordedFor(each, ['description'], language)),
    paymentModes: row.paymentModes.map((each) =>
      wordedFor(each, ['label', 'description', 'longDescription'], language),
    ),
  }
}
