import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitScope } from './circuit-queries.ts'

type Tx = Transaction<Tables>

/** Gives a circuit to categories by its first enabled rule, or by a new one; those that have it already stay as they are. */
export async function linkCircuit(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  categoryIds: readonly string[],
): Promise<void> {
  if (categoryIds.length === 0) return
  const { rows: rules } = await sql<{ id: string; categoryIds: readonly string[] }>`
    select r.id, array(select y.category_id from dispatch_circuit_rule_category y
      where y.account_id = r.account_id and y.rule_id = r.id) as "categoryIds"
    from dispatch_circuit_rule r where r.account_id = ${accountId} and r.circuit_id = ${circuitId}
      and r.status = 'enabled' order by r.id`.execute(tx)
  const given = new Set(rules.flatMap((rule) => rule.categoryIds))
  const added = categoryIds.filter((id) => !given.has(id))
  if (added.length === 0) return
  const ruleId = rules[0]?.id ?? newId()
  if (rules.length === 0)
    await tx
      .insertInto('dispatch_circuit_rule')
      .values({ account_id: accountId, id: ruleId, circuit_id: circuitId })
      .execute()
  await tx
    .insertInto('dispatch_circuit_rule_category')
    .values(added.map((id) => ({ account_id: accountId, rule_id: ruleId, category_id: id })))
    .execute()
  await raiseVersions(tx, accountId, [ruleId])
}

/** Takes a circuit from categories, by whichever enabled rule it is given; others stay as they are. */
export async function unlinkCircuit(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  categoryIds: readonly string[],
): Promise<void> {
  if (categoryIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    delete from dispatch_circuit_rule_category y using dispatch_circuit_rule r
    where y.account_id = ${accountId} and y.category_id = any (${categoryIds}::uuid[])
      and r.account_id = y.account_id and r.id = y.rule_id and r.circuit_id = ${circuitId} and r.status = 'enabled'
    returning r.id`.execute(tx)
  await raiseVersions(tx, accountId, [...new Set(rows.map(({ id }) => id))])
}

async function raiseVersions(tx: Tx, accountId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`update dispatch_circuit_rule set id = id
    where account_id = ${accountId} and id = any (${ruleIds}::uuid[])`.execute(tx)
}
