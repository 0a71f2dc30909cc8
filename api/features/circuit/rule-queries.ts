import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import type { DispatchCircuitRuleAnswer, listDispatchCircuitRulesCall } from '#sync/calls/circuit.ts'

type Tx = Transaction<Tables>
type RuleQuery = z.output<typeof listDispatchCircuitRulesCall.query>

/** Whose rules are read, and whether with their payment custom values. */
export interface RuleScope {
  readonly accountId: string
  readonly withCustomValues: boolean
}

const orders = {
  circuit: sql`c.name`,
  channel: sql`c.channel`,
  status: sql`least(r.status, c.status)`,
  categoryCount: sql`count.categories`,
}

/** Dispatch circuit rules that pass the filters (CIRC-16): those of a category and of the ones above it. */
export async function listRules(
  tx: Tx,
  { accountId, withCustomValues }: RuleScope,
  query: RuleQuery,
): Promise<{ readonly members: readonly DispatchCircuitRuleAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const { categoryIds, search } = query
  const channel = query['circuit.channel']
  const pattern = search === undefined ? null : likePattern(search)
  const named = sql`select from dispatch_circuit_rule_category y
    join category k on k.account_id = y.account_id and k.id = y.category_id
    where y.account_id = r.account_id and y.rule_id = r.id`
  const passing = [
    sql`r.account_id = ${accountId}`,
    sql`c.status <> 'archived'`,
    ...(channel === undefined ? [] : [sql`c.channel = ${channel}`]),
    ...(pattern === null ? [] : [sql`(c.name ilike ${pattern} or exists (${named} and k.name ilike ${pattern}))`]),
    ...(categoryIds === undefined
      ? []
      : [
          sql`exists (${named} and y.category_id in (select unnest(asked.path) from category asked
            where asked.account_id = r.account_id and asked.id = any (${categoryIds}::uuid[])))`,
        ]),
  ]
  const all = sql`from dispatch_circuit_rule r
    join circuit c on c.account_id = r.account_id and c.id = r.circuit_id
    cross join lateral (select count(*)::int as categories from dispatch_circuit_rule_category y
      where y.account_id = r.account_id and y.rule_id = r.id) count
    where ${sql.join(passing, sql` and `)}`
  const { rows } = await sql<DispatchCircuitRuleAnswer>`
    select r.id, r.version, r.status, c.name as circuit_name, r.description, r.terms,
      json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'channel', c.channel, 'deposit', c.deposit,
        'status', c.status) as circuit,
      r.traceability_enabled as "traceabilityEnabled", r.highlighted_instruction as "highlightedInstruction",
      r.translations, r.eligible_countries as "eligibleCountries",
      ${withCustomValues ? sql`r.custom_values` : sql`null::jsonb`} as "customValues",
      coalesce(k.categories, '[]') as categories, coalesce(k.ids, '{}') as "categoryIds",
      coalesce(k.names, '{}') as "categoryLabels", count.categories as "categoryCount",
      coalesce(i.instructions, '[]') as instructions
    from (select r.id, row_number() over (order by ${orderText(orders, query.order, { channel: 'asc', circuit: 'asc' }, sql`r.id`)}) as place
      ${all} order by place limit ${limit} offset ${offset}) page
    join dispatch_circuit_rule r on r.account_id = ${accountId} and r.id = page.id
    join circuit c on c.account_id = r.account_id and c.id = r.circuit_id
    cross join lateral (select count(*)::int as categories from dispatch_circuit_rule_category y
      where y.account_id = r.account_id and y.rule_id = r.id) count
    left join lateral (select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id) as categories,
        array_agg(k.id order by k.name, k.id) as ids, array_agg(k.name order by k.name, k.id) as names
      from dispatch_circuit_rule_category y
      join category k on k.account_id = y.account_id and k.id = y.category_id
      where y.account_id = r.account_id and y.rule_id = r.id) k on true
    left join lateral (select json_agg(json_build_object('id', i.id, 'sequence', i.sequence, 'label', i.label,
        'type', i.type) order by i.sequence) as instructions
      from circuit_instruction i where i.account_id = c.account_id and i.circuit_id = c.id) i on true
    order by page.place`.execute(tx)
  return { members: rows, total: await totalOf(tx, sql`select r.id ${all}`, query) }
}
