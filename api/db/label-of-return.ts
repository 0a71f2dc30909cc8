import { sql } from 'kysely'

/**
 * Id of the label with which item `i` goes back this time: the one that has not left yet or, while the product is on its
 * way, the one that it left with last. Null where its return has none.
 */
export const labelOfReturn = sql`(select r.id from return_label r
  where r.account_id = i.account_id and r.item_id = i.id and (r.left_at is null) = (i.status <> 'item_returned')
  order by r.left_at desc limit 1)`
