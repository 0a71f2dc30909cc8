import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { sendByOf, type SendBy } from '#domain/buyback/send-by.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { OpeningHours } from '#domain/organization/opening-hours.ts'

type Tx = Transaction<Tables>

interface Sold {
  readonly circuitType: CircuitType
  /** The store that takes it; null where it goes to none. */
  readonly storeId: string | null
}

/** Until when products that an account buys now are to be handed over, by its present choice and their stores' hours. */
export async function readSendBy(
  tx: Tx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
  sold: readonly Sold[],
): Promise<(sold: Sold) => SendBy | null> {
  const { rows } = await sql<{ readonly timeZone: string; readonly withinDays: number }>`
    select a.time_zone as "timeZone", d.send_within_days as "withinDays"
    from account a join organization_root_detail d on d.account_id = a.id where a.id = ${accountId}`.execute(tx)
  const [rules] = rows
  if (rules === undefined) throw new Error('an account has settings')
  const stores = sold.flatMap(({ circuitType, storeId }) => (circuitType === 'web_drop' && storeId ? [storeId] : []))
  const hours = new Map<string, OpeningHours | null>()
  if (stores.length > 0)
    for (const { id, opening_hours } of await tx
      .selectFrom('organization')
      .select(['id', 'opening_hours'])
      .where('account_id', '=', accountId)
      .where('id', 'in', stores)
      .execute())
      hours.set(id, opening_hours)
  return ({ circuitType, storeId }) =>
    sendByOf(circuitType, { ...rules, atMs: at.getTime(), openingHours: hours.get(storeId ?? '') ?? null })
}

/** Notes that the customers of what was sold are to be reminded, each in time. */
export async function noteSendReminders(
  tx: Tx,
  accountId: string,
  sold: readonly (Sold & { readonly buybackId: string })[],
  sendBy: (sold: Sold) => SendBy | null,
): Promise<void> {
  const noted = sold.flatMap((one) => {
    const remindAt = sendBy(one)?.remindAt
    return remindAt === undefined ? [] : [{ buybackId: one.buybackId, remindAt }]
  })
  if (noted.length === 0) return
  await sql`
    insert into customer_notice (account_id, buyback_id, kind, due_at)
    select a.id, n.buyback_id, 'send_reminder', n.remind_at at time zone a.time_zone
    from unnest(${noted.map(({ buybackId }) => buybackId)}::uuid[],
      ${noted.map(({ remindAt }) => remindAt)}::timestamp[]) n (buyback_id, remind_at)
    join account a on a.id = ${accountId}`.execute(tx)
}
