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
import { hasFeature } from '#domain/organization/premium-feature.ts'
import type { PremiumActionAnswer } from '#sync/calls/circuit.ts'
import type {
  listPaymentModesCall,
  NewPaymentMode,
  OfficePaymentMode,
  PaymentModePatch,
} from '#sync/calls/payment-mode.ts'
import type { CircuitScope, WithModifier } from './circuit-queries.ts'

type Tx = Transaction<Tables>
type ModeQuery = z.output<typeof listPaymentModesCall.query>

const columns = sql`m.id, m.version, m.type, m.label, m.description, m.long_description as "longDescription",
  m.mail_content as "mailContent", m.translations, m.provider, ${modifierOf('m')} as modifier, m.type = 'bank_transfer' as iban, m.status,
  coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
    from circuit_payment_mode x join circuit c on c.account_id = x.account_id and c.id = x.circuit_id
    where x.account_id = m.account_id and x.payment_mode_id = m.id), '[]') as circuits`

const orders = { label: sql`m.label`, type: sql`m.type`, provider: sql`m.provider`, status: sql`m.status` }
const usually = sql`m.position, m.label, m.id`

/** Payment modes that pass the filter (CIRC-18). */
export async function listPaymentModes(
  tx: Tx,
  { accountId }: CircuitScope,
  query: ModeQuery,
): Promise<{ readonly members: readonly OfficePaymentMode[]; readonly total: number | null }> {
  const { limit, offset } = windowOf(query)
  const pattern = query.search === undefined ? null : likePattern(query.search)
  const passing = sql`from payment_mode m where m.account_id = ${accountId}
    and (m.status = 'archived') = ${query.archived === 'true'}
    and (${pattern}::text is null or m.label ilike ${pattern} or m.description ilike ${pattern})`
  const { rows } = await sql<OfficePaymentMode>`select ${columns} ${passing}
    order by ${orderText(orders, query.order, {}, usually)} limit ${limit} offset ${offset}`.execute(tx)
  return { members: rows, total: await totalOf(tx, sql`select m.id ${passing}`, query) }
}

/** One payment mode; null for an id that names none. */
export async function readPaymentMode(
  tx: Tx,
  { accountId }: CircuitScope,
  id: string,
): Promise<OfficePaymentMode | null> {
  const { rows } = await sql<OfficePaymentMode>`select ${columns} from payment_mode m
    where m.account_id = ${accountId} and m.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Payment modes that the circuit of a rule offers, with their bonus; null for an id that names no rule. */
export async function readModesOfRule(
  tx: Tx,
  { accountId }: CircuitScope,
  ruleId: string,
): Promise<PremiumActionAnswer['paymentModes'] | null> {
  const rule = await tx
    .selectFrom('dispatch_circuit_rule')
    .select('circuit_id')
    .where('account_id', '=', accountId)
    .where('id', '=', ruleId)
    .executeTakeFirst()
  if (rule === undefined) return null
  const { rows } = await sql<PremiumActionAnswer['paymentModes'][number]>`
    select m.id, m.version, m.type, m.label, ${modifierOf('m')} as modifier
    from circuit_payment_mode x join payment_mode m on m.account_id = x.account_id and m.id = x.payment_mode_id
    where x.account_id = ${accountId} and x.circuit_id = ${rule.circuit_id} order by ${usually}`.execute(tx)
  return rows
}

/** Locks a payment mode for a change. */
export async function lockPaymentMode(tx: Tx, { accountId }: CircuitScope, id: string): Promise<void> {
  await tx
    .selectFrom('payment_mode')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Whether the account's payment modes may carry a bonus. */
export async function mayCarryBonus(tx: Tx, { accountId }: CircuitScope): Promise<boolean> {
  const row = await tx
    .selectFrom('organization_root_detail')
    .select('enabled_premium_features')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return hasFeature(row?.enabled_premium_features ?? [], 'payment_bonus')
}

/** Writes the fields that a patch names. */
export async function updatePaymentMode(
  tx: Tx,
  { accountId }: CircuitScope,
  id: string,
  patch: WithModifier<PaymentModePatch>,
): Promise<void> {
  await tx
    .updateTable('payment_mode')
    .set({
      id,
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.label === undefined ? {} : { label: patch.label }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.longDescription === undefined ? {} : { long_description: patch.longDescription }),
      ...(patch.mailContent === undefined ? {} : { mail_content: patch.mailContent }),
      ...(patch.translations && {
        translations: mergedTranslations(accountId, patch.translations, sql.ref('translations')),
      }),
      ...(patch.provider === undefined ? {} : { provider: patch.provider }),
      ...(patch.modifier === undefined ? {} : modifierColumns(patch.modifier)),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Adds a payment mode behind the others; a patch says the rest. */
export async function insertPaymentMode(
  tx: Tx,
  { accountId }: CircuitScope,
  { type, label }: Pick<NewPaymentMode, 'type' | 'label'>,
): Promise<string> {
  const id = newId()
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position), -1) + 1 as next from payment_mode where account_id = ${accountId}`.execute(tx)
  await tx
    .insertInto('payment_mode')
    .values({
      account_id: accountId,
      id,
      type,
      label,
      description: null,
      long_description: null,
      mail_content: null,
      status: 'inactive',
      position: rows[0]?.next ?? 0,
      modifier_cap_cents: null,
    })
    .execute()
  return id
}
