import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { sendByOf, type SendBy } from '#domain/buyback/send-by.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'

type Tx = Transaction<Tables>

interface Sold {
  readonly buybackId: string
  readonly circuitType: CircuitType
}

/** Until when the products that an account buys now are to be handed over, by its present choice. */
export async function readSendBy(
  tx: Tx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<(circuitType: CircuitType) => SendBy | null> {
  const { rows } = await sql<{ readonly timeZone: string; readonly withinDays: number }>`
    select a.time_zone as "timeZone", d.send_within_days as "withinDays"
    from account a join organization_root_detail d on d.account_id = a.id where a.id = ${accountId}`.execute(tx)
  const [rules] = rows
  if (rules === undefined) throw new Error('an account has settings')
  return (circuitType) => sendByOf(circuitType, { ...rules, atMs: at.getTime() })
}

/** Notes that the customers of what was sold are to be reminded, each in time. */
export async function noteSendReminders(
  tx: Tx,
  accountId: string,
  sold: readonly Sold[],
  sendBy: (circuitType: CircuitType) => SendBy | null,
): Promise<void> {
  const noted = sold.flatMap(({ buybackId, circuitType }) => {
    const remindAt = sendBy(circuitType)?.remindAt
    return remindAt === undefined ? [] : [{ buybackId, remindAt }]
  })
  if (noted.length === 0) return
  await sql`
    insert into customer_notice (account_id, buyback_id, kind, due_at)
    select a.id, n.buyback_id, 'send_reminder', n.remind_at at time zone a.time_zone
    from unnest(${noted.map(({ buybackId }) => buybackId)}::uuid[],
      ${noted.map(({ remindAt }) => remindAt)}::timestamp[]) n (buyback_id, remind_at)
    join account a on a.id = ${accountId}`.execute(tx)
}
