import { sql, type RawBuilder } from 'kysely'

/**
 * Whether customers choose a point of a shipping method: its file has some, or an active carrier serves the shipping method
 * itself, which is then the one that has the order of the label.
 */
export function relayOffered(alias: string): RawBuilder<boolean> {
  const method = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${method('type')} = 'web_drop_label' and case ${method('relay_points')}
    when 'file' then exists (select from relay_point r
      where r.account_id = ${method('account_id')} and r.shipping_method_id = ${method('id')})
    when 'carrier' then exists (select from carrier_service v
      join carrier g on g.account_id = v.account_id and g.id = v.carrier_id and g.status = 'active'
      where v.account_id = ${method('account_id')} and v.shipping_method_id = ${method('id')})
    else false end)`
}

/** The point that the customer of a buyback has chosen; null for none. */
export function relayPointOf(buyback: string): RawBuilder<unknown> {
  return sql`(select n.point from buyback_relay_point n
    where n.account_id = ${sql.ref(`${buyback}.account_id`)} and n.buyback_id = ${sql.ref(`${buyback}.id`)})`
}
