import { sql, type Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitScope } from './circuit-queries.ts'

type Tx = Transaction<Tables>

/** A category and a circuit of the account. */
export interface Link {
  readonly id: string
  readonly circuitId: string
}

/** Gives a circuit to a category by its first enabled rule, or by a new one; changes nothing where it is given already. */
export async function linkCircuit(tx: Tx, { accountId }: CircuitScope, { id, circuitId }: Link): Promise<void> {
  const { rows: rules } = await sql<{ id: string; linked: boolean }>`
    select r.id, exists (select from dispatch_circuit_rule_category y where y.account_id = r.account_id
      and y.rule_id = r.id and y.category_id = ${id}) as linked
    from dispatch_circuit_rule r where r.account_id = ${accountId} and r.circuit_id = ${circuitId}
      and r.status = 'enabled' order by r.id`.execute(tx)
  if (rules.some(({ linked }) => linked)) return
  const ruleId = rules[0]?.id ?? newId()
  if (rules.length === 0)
    await tx
      .insertInto('dispatch_circuit_rule')
      .values({ account_id: accountId, id: ruleId, circuit_id: circuitId })
      .execute()
  await tx
    .insertInto('dispatch_circuit_rule_category')
    .values({ account_id: accountId, rule_id: ruleId, category_id: id })
    .execute()
  await raiseVersions(tx, accountId, [ruleId])
}

/** Takes a circuit from a category, by whichever enabled rule it is given; changes nothing where it is not. */
export async function unlinkCircuit(tx: Tx, { accountId }: CircuitScope, { id, circuitId }: Link): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from dispatch_circuit_rule_category y using dispatch_circuit_rule r
    where y.account_id = ${accountId} and y.category_id = ${id} and r.account_id = y.account_id and r.id = y.rule_id
      and r.circuit_id = ${circuitId} and r.status = 'enabled'
    returning r.id`.execute(tx)
  await raiseVersions(
    tx,
    accountId,
    rows.map((row) => row.id),
  )
}

async function raiseVersions(tx: Tx, accountId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`update dispatch_circuit_rule set id = id
    where account_id = ${accountId} and id = any (${ruleIds}::uuid[])`.execute(tx)
}
