import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

type Tx = Transaction<Tables>

/** Whether two customers of a statement, by their aliases, share a phone or e-mail. */
function shareContact(one: string, other: string): RawBuilder<boolean> {
  const [email, otherEmail] = [sql.ref(`${one}.email`), sql.ref(`${other}.email`)]
  return sql<boolean>`(lower(${email}) = lower(${otherEmail}) or ${sql.ref(`${one}.phone`)} = ${sql.ref(`${other}.phone`)})`
}

/** Whether a customer of a statement, by its alias, or one who shares the phone or e-mail, has said no since a moment. */
export function hasDeclinedSince(alias: string, accountId: string, since: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from customer no where no.account_id = ${accountId}
    and no.found_again_ended_at >= ${since} and ${shareContact('no', alias)})`
}

/**
 * Ends the agreements to be found again that customers gave until a moment, and those of everyone who shares a phone or
 * e-mail with them: the program cannot tell a household from one person. The moment is kept, so that an older agreement
 * that arrives later does not count.
 */
export async function endFoundAgain(
  tx: Tx,
  {
    accountId,
    customerIds,
    at,
  }: { readonly accountId: string; readonly customerIds: readonly string[]; readonly at: Date },
): Promise<void> {
  const ids = sql`${[...customerIds]}::uuid[]`
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c
    where c.account_id = ${accountId} and c.id in (
      select unnest(${ids})
      union all
      select s.id from customer s join customer n on n.account_id = s.account_id and ${shareContact('s', 'n')}
      where s.account_id = ${accountId} and s.found_again_since is not null and n.id = any (${ids}))
    order by c.id
    for no key update`.execute(tx)
  await sql`
    update customer c set found_again_ended_at = greatest(c.found_again_ended_at, ${at}),
      found_again_since = case when c.found_again_since > ${at} then c.found_again_since end
    where c.account_id = ${accountId} and c.id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}
