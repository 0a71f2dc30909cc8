import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { likePattern } from '#api/db/like-pattern.ts'
import { mergedTranslations } from '#api/db/merged-translations.ts'
import { modifierColumns, modifierOf } from '#api/db/modifier-sql.ts'
import { newId } from '#api/db/new-id.ts'
import { orderText } from '#api/db/order-of.ts'
import type { Tables } from '#api/db/tables.ts'
import { totalOf } from '#api/db/total-of.ts'
import { windowOf } from '#api/http/list-page.ts'
import { lacksCarrier, type CircuitCarriage } from '#domain/circuit/circuit-carrier.ts'
import type { ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { circuitTexts, ruleTexts } from '#domain/circuit/circuit.schema.ts'
import { languages } from '#domain/kernel/languages.ts'
import { changeOfFields, onlyFields, renamedField, type Translations } from '#domain/kernel/translations.ts'
import type { CircuitInUse } from '#domain/circuit/circuit-use.ts'
import type { CircuitAnswer, CircuitPatch, listCircuitsCall, NewCircuit } from '#sync/calls/circuit.ts'

type Tx = Transaction<Tables>

/** A patch whose modifier may be one that is stored already. */
export type WithModifier<Patch> = Omit<Patch, 'modifier'> & {
  readonly modifier?: ConfiguredModifier | null | undefined
}

/** The account whose circuits are meant. */
export interface CircuitScope {
  readonly accountId: string
}

/** A circuit as the database has it, with who carries its parcels instead of what follows from that. */
type CircuitRow = Omit<CircuitAnswer, 'carrierMissing' | 'ruleDescription' | Exclude<keyof RuleRow, 'description'>> & {
  readonly rule: RuleRow | null
  readonly translations: Translations
} & Pick<CircuitCarriage, 'isServed' | 'methodsServed'>

/** What the first enabled rule of a circuit says. */
interface RuleRow {
  readonly description: string | null
  readonly terms: string | null
  readonly highlightedInstruction: string | null
  readonly translations: Translations
  readonly customValues: Readonly<Record<string, unknown>>
}

const served = (column: string, id: ReturnType<typeof sql>) => sql`exists (select from carrier_service v
  join carrier k on k.account_id = v.account_id and k.id = v.carrier_id and k.status = 'active'
  where v.account_id = c.account_id and ${sql.ref(column)} = ${id})`

const columns = sql`c.id, c.version, c.name, c.type, c.channel, c.deposit, c.status, c.description, c.translations,
  (select json_build_object('description', r.description, 'terms', r.terms, 'highlightedInstruction', r.highlighted_instruction,
      'translations', r.translations, 'customValues', r.custom_values)
    from dispatch_circuit_rule r where r.account_id = c.account_id and r.circuit_id = c.id
    and r.status = 'enabled' order by r.id limit 1) as rule,
  c.transfer_order_number_of_copy as "transferOrderNumberOfCopy", c.eligible_countries as "eligibleCountries",
  ${modifierOf('c')} as modifier, c.own_label as "ownLabel",
  ${served('v.circuit_id', sql`c.id`)} as "isServed",
  array(select ${served('v.shipping_method_id', sql`s.id`)} from circuit_shipping_method x
    join shipping_method s on s.account_id = x.account_id and s.id = x.shipping_method_id and s.status = 'active'
    where x.account_id = c.account_id and x.circuit_id = c.id) as "methodsServed",
  array(select x.payment_mode_id from circuit_payment_mode x
    join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
    where x.account_id = c.account_id and x.circuit_id = c.id order by m.position, m.id) as "paymentModeIds",
  array(select x.shipping_method_id from circuit_shipping_method x
    where x.account_id = c.account_id and x.circuit_id = c.id order by x.shipping_method_id) as "transportOptionIds",
  coalesce((select json_agg(json_build_object('id', i.id, 'sequence', i.sequence, 'label', i.label, 'type', i.type,
      'translations', i.translations)
      order by i.sequence)
    from circuit_instruction i where i.account_id = c.account_id and i.circuit_id = c.id), '[]')
    as "defaultInstructions",
  coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id) from category k
    where k.account_id = c.account_id and k.id in (select y.category_id from dispatch_circuit_rule r
      join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
      where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled')), '[]') as categories`

function circuitAnswer({ isServed, methodsServed, rule, ...circuit }: CircuitRow): CircuitAnswer {
  const { type, ownLabel } = circuit
  const {
    description: ruleDescription = null,
    terms = null,
    highlightedInstruction = null,
    customValues = {},
  } = rule ?? {}
  return {
    ...circuit,
    ruleDescription,
    terms,
    highlightedInstruction,
    customValues: Object.entries(customValues).map(([name, value]) => ({ name, value: textOf(value) })),
    translations: withRuleTexts(circuit.translations, rule?.translations ?? {}),
    carrierMissing: lacksCarrier({ type, ownLabel, isServed, methodsServed }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

// A rule calls `description` what the form calls `ruleDescription`, beside the circuit's own.
function withRuleTexts(own: Translations, ofRule: Translations): CircuitAnswer['translations'] {
  const texts = onlyFields(renamedField(ofRule, 'description', 'ruleDescription'), ruleTexts)
  const merged = languages.flatMap((language) => {
    const said = { ...own[language], ...texts[language] }
    return Object.keys(said).length === 0 ? [] : [[language, said]]
  })
  return Object.fromEntries(merged) as CircuitAnswer['translations']
}

/** One circuit; null for an id that names none. */
export async function readCircuit(tx: Tx, { accountId }: CircuitScope, id: string): Promise<CircuitAnswer | null> {
  const { rows } = await sql<CircuitRow>`
    select ${columns} from circuit c where c.account_id = ${accountId} and c.id = ${id}`.execute(tx)
  return rows[0] === undefined ? null : circuitAnswer(rows[0])
}

// A category counts as often as enabled rules name it, which is once.
const categoryCount = sql`(select count(*) from dispatch_circuit_rule r
  join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
  where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled')`

const orders = { circuit: sql`c.name`, channel: sql`c.channel`, status: sql`c.status`, categoryCount }

/** Circuits that pass the filters (CIRC-01): of a category those of the ones above it, too. */
export async function listCircuits(
  tx: Tx,
  { accountId }: CircuitScope,
  query: z.output<typeof listCircuitsCall.query>,
): Promise<{ readonly members: readonly CircuitAnswer[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const { categoryIds, channel, search, archived } = query
  const pattern = search === undefined ? null : likePattern(search)
  const given = (condition: ReturnType<typeof sql>) => sql`exists (select from dispatch_circuit_rule r
    join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
    join category k on k.account_id = y.account_id and k.id = y.category_id
    where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled' and ${condition})`
  const passing = [
    sql`c.account_id = ${accountId}`,
    sql`(c.status = 'archived') = ${archived === 'true'}`,
    ...(channel === undefined ? [] : [sql`c.channel = ${channel}`]),
    ...(pattern === null ? [] : [sql`(c.name ilike ${pattern} or ${given(sql`k.name ilike ${pattern}`)})`]),
    ...(categoryIds === undefined
      ? []
      : [
          given(sql`k.id in (select unnest(asked.path) from category asked
            where asked.account_id = c.account_id and asked.id = any (${categoryIds}::uuid[]))`),
        ]),
  ]
  const from = sql`from circuit c where ${sql.join(passing, sql` and `)}`
  const { rows } = await sql<CircuitRow>`select ${columns} ${from}
    order by ${orderText(orders, query.order, { channel: 'asc', circuit: 'asc' }, sql`c.id`)}
    limit ${limit} offset ${offset}`.execute(tx)
  return { members: rows.map(circuitAnswer), total: await totalOf(tx, sql`select c.id ${from}`, query) }
}

/** Who would carry the parcels of a circuit with these shipping methods. */
export async function readCarriage(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string | null,
  methodIds: readonly string[],
): Promise<Pick<CircuitCarriage, 'isServed' | 'methodsServed'>> {
  const { rows } = await sql<Pick<CircuitCarriage, 'isServed' | 'methodsServed'>>`
    select ${served('v.circuit_id', sql`${circuitId}::uuid`)} as "isServed",
      array(select ${served('v.shipping_method_id', sql`s.id`)} from shipping_method s
        where s.account_id = c.account_id and s.status = 'active' and s.id = any (${methodIds}::uuid[]))
        as "methodsServed"
    from (select ${accountId}::uuid as account_id) c`.execute(tx)
  return rows[0]!
}

/** Adds a circuit of a type under a name, disabled; a patch says the rest. */
export async function insertCircuit(
  tx: Tx,
  { accountId }: CircuitScope,
  { type, name }: Pick<NewCircuit, 'type' | 'name'>,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('circuit')
    .values({
      account_id: accountId,
      id,
      type,
      name,
      description: null,
      status: 'disabled',
      modifier_cap_cents: null,
    })
    .execute()
  return id
}

/** Lets one change of the account's circuits happen at a time, because what one may be depends on the others. */
export async function lockCircuits(tx: Tx, { accountId }: CircuitScope): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Every circuit of the account with the categories that its enabled rules give it to. */
export async function readCircuitsInUse(
  tx: Tx,
  { accountId }: CircuitScope,
): Promise<readonly (CircuitInUse & { readonly name: string })[]> {
  const { rows } = await sql<CircuitInUse & { readonly name: string }>`
    select c.id, c.name, c.type, c.status, array(select distinct y.category_id from dispatch_circuit_rule r
        join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
        where r.account_id = c.account_id and r.circuit_id = c.id and r.status = 'enabled') as "categoryIds"
    from circuit c where c.account_id = ${accountId} order by c.type, c.name, c.id`.execute(tx)
  return rows
}

/** Names and places in the tree of the account's categories, by their ids. */
export async function readCategoryPlaces(
  tx: Tx,
  { accountId }: CircuitScope,
): Promise<ReadonlyMap<string, { readonly name: string; readonly path: readonly string[] }>> {
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'name', 'path'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Writes the fields that a patch names; the circuit's own row is always written, since its version stands for all. */
export async function updateCircuit(
  tx: Tx,
  scope: CircuitScope,
  present: CircuitAnswer,
  patch: WithModifier<CircuitPatch>,
): Promise<void> {
  const { id } = present
  if (patch.defaultInstructions !== undefined) await writeInstructions(tx, scope, present, patch.defaultInstructions)
  if (patch.paymentModeIds !== undefined) await writePaymentModes(tx, scope, id, patch.paymentModeIds)
  if (patch.transportOptions !== undefined) await writeTransport(tx, scope, id, patch.transportOptions)
  await tx
    .updateTable('circuit')
    .set({
      id,
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.translations && {
        translations: mergedTranslations(
          scope.accountId,
          changeOfFields(patch.translations, circuitTexts),
          sql.ref('translations'),
        ),
      }),
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.ownLabel === undefined ? {} : { own_label: patch.ownLabel }),
      ...(patch.transferOrderNumberOfCopy === undefined
        ? {}
        : { transfer_order_number_of_copy: patch.transferOrderNumberOfCopy }),
      ...(patch.eligibleCountries === undefined ? {} : { eligible_countries: [...patch.eligibleCountries] }),
      ...(patch.modifier === undefined ? {} : modifierColumns(patch.modifier)),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .execute()
}

/** Takes a circuit back that nothing names yet. */
export async function deleteCircuit(tx: Tx, { accountId }: CircuitScope, id: string): Promise<void> {
  await tx.deleteFrom('circuit').where('account_id', '=', accountId).where('id', '=', id).execute()
}

async function writeInstructions(
  tx: Tx,
  { accountId }: CircuitScope,
  { id: circuitId, defaultInstructions }: CircuitAnswer,
  instructions: NonNullable<CircuitPatch['defaultInstructions']>,
): Promise<void> {
  await tx
    .deleteFrom('circuit_instruction')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (instructions.length === 0) return
  const own = new Set(defaultInstructions.map(({ id }) => id))
  const present = new Map(defaultInstructions.map(({ id, translations }) => [id, translations]))
  const rows = instructions.map(({ id, type, label, translations }, at) => ({
    account_id: accountId,
    // An id that is not this circuit's, or stands twice, is another instruction's.
    id: id !== undefined && own.delete(id) ? id : newId(),
    circuit_id: circuitId,
    sequence: at + 1,
    type,
    label,
    // An instruction that is written again keeps the translations that nothing is said of.
    translations: mergedTranslations(
      accountId,
      translations,
      sql`${JSON.stringify(present.get(id ?? '') ?? {})}::jsonb`,
    ),
  }))
  await tx.insertInto('circuit_instruction').values(rows).execute()
}

async function writePaymentModes(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('circuit_payment_mode')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('circuit_payment_mode')
    .values(ids.map((id) => ({ account_id: accountId, circuit_id: circuitId, payment_mode_id: id })))
    .execute()
}

async function writeTransport(
  tx: Tx,
  { accountId }: CircuitScope,
  circuitId: string,
  options: NonNullable<CircuitPatch['transportOptions']>,
): Promise<void> {
  await tx
    .deleteFrom('circuit_shipping_method')
    .where('account_id', '=', accountId)
    .where('circuit_id', '=', circuitId)
    .execute()
  if (options.length === 0) return
  await tx
    .insertInto('circuit_shipping_method')
    .values(options.map(({ id }) => ({ account_id: accountId, circuit_id: circuitId, shipping_method_id: id })))
    .execute()
  const priced = options.filter(({ feeCents }) => feeCents !== undefined)
  const fees = priced.map(({ feeCents }) => feeCents ?? 0)
  // A cap that the fee keeps to stays; one that would make less of the fee goes.
  const isWithin = sql`sign(s.modifier_cap_cents) = sign(f.fee) and abs(s.modifier_cap_cents) >= abs(f.fee)`
  await sql`update shipping_method s set modifier_value = f.fee,
      modifier_cap_cents = case when s.modifier_type = 'fixed' and ${isWithin} then s.modifier_cap_cents end,
      modifier_type = case when f.fee = 0 then 'none' else 'fixed' end
    from unnest(${priced.map(({ id }) => id)}::uuid[], ${fees}::int[]) f (id, fee)
    where s.account_id = ${accountId} and s.id = f.id
      and (s.modifier_type = 'percentage' or s.modifier_value <> f.fee
        or (s.modifier_cap_cents is not null and not (${isWithin})))`.execute(tx)
}
