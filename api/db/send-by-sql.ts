import { sql, type RawBuilder } from 'kysely'

/** Until when its customer hands over the product of a buyback, `YYYY-MM-DD`; null where the customer has it no more. */
export function sendByOfBuyback(buyback: string, item: string): RawBuilder<string | null> {
  return sql`(case when ${sql.ref(`${item}.status`)} in ('item_created', 'item_awaiting_store_drop')
    then ${sql.ref(`${buyback}.send_by`)}::text end)`
}
