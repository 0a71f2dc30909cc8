import { sql, type Transaction } from 'kysely'
import type { OptionNames } from '#domain/buyback/option-names.ts'
import type { Tables } from './tables.ts'

/** What the options of a buyback are called now. */
export async function readOptionNames(
  tx: Transaction<Tables>,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<OptionNames> {
  const { rows } = await sql<OptionNames>`
    select a.language as "accountLanguage",
      json_build_object('own', k.name, 'translations', k.translations) as circuit,
      case when h.id is not null then json_build_object('own', h.description, 'translations', h.translations) end
        as shipping_method,
      case when m.id is not null then json_build_object('own', m.label, 'translations', m.translations) end
        as payment_mode
    from buyback b
    join account a on a.id = b.account_id
    join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
    left join shipping_method h on h.account_id = b.account_id and h.id = b.shipping_method_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    where b.account_id = ${accountId} and b.id = ${buybackId}`.execute(tx)
  const [names] = rows
  if (names === undefined) throw new Error('a buyback has options')
  return names
}
