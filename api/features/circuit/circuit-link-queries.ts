import { sql, type Transaction } from 'kysely'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { renamedField, type TranslationsChange } from '#domain/kernel/translations.ts'
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

/** Removes a circuit from categories, in all its enabled rules; other categories keep it. */
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

/** What a form writes of the rules of a circuit; what is absent stays. */
export interface RuleChange {
  readonly ruleDescription?: string | null | undefined
  readonly terms?: string | null | undefined
  readonly highlightedInstruction?: string | null | undefined
  readonly translations?: TranslationsChange | undefined
  readonly customValues?: readonly { readonly name: string; readonly value: string }[] | undefined
}

/** Writes what the enabled rules of a circuit say; one that has none yet gets a rule without categories. */
export async function writeRules(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  { ruleDescription, terms, highlightedInstruction, translations: given, customValues }: RuleChange,
): Promise<void> {
  const translations = given && renamedField(given, 'ruleDescription', 'description')
  const values =
    customValues && JSON.stringify(Object.fromEntries(customValues.map(({ name, value }) => [name, value])))
  const texts = {
    ...(ruleDescription === undefined ? {} : { description: ruleDescription }),
    ...(terms === undefined ? {} : { terms }),
    ...(highlightedInstruction === undefined ? {} : { highlighted_instruction: highlightedInstruction }),
    ...(values === undefined ? {} : { custom_values: values }),
  }
  if (Object.keys(texts).length === 0 && translations === undefined) return
  const written = await tx
    .updateTable('dispatch_circuit_rule')
    .set({
      ...texts,
      ...(translations && { translations: mergedTranslations(accountId, translations, sql.ref('translations')) }),
    })
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .where('status', '=', 'enabled')
    .executeTakeFirst()
  const saysNothing = Object.values(texts).every((each) => each === null || each === '{}') && translations === undefined
  if (written.numUpdatedRows > 0n || saysNothing) return
  await tx
    .insertInto('dispatch_circuit_rule')
    .values({
      account_id: accountId,
      id: newId(),
      circuit_id: circuitId,
      ...texts,
      ...(translations && { translations: mergedTranslations(accountId, translations) }),
    })
    .execute()
}

async function raiseVersions(tx: Tx, accountId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await sql`update dispatch_circuit_rule set id = id
    where account_id = ${accountId} and id = any (${ruleIds}::uuid[])`.execute(tx)
}
