import type { Migration } from './migration.ts'

/**
 * What 0068 and 0070 meant to change of rows that were there: row security showed them none where it was in force. An
 * installation whose rows they did change finds nothing to do here.
 */
export const missedUpdates: Migration = {
  name: '0080-missed-updates',
  async up(run) {
    await run(`
update session s set revoked_at = now()
where s.revoked_at is null and (
  exists (select 1 from account a where a.id in (s.account_id, s.viewed_account_id) and a.status <> 'active')
  or exists (select 1 from account_link l where l.buyer_account_id = s.account_id
    and l.account_id = s.viewed_account_id and l.status <> 'active'));

update category set absorption_type = 'none', absorption_value = null, absorption_max_cents = null
  where absorption_type <> 'none' and absorption_value = 0;
`)
  },
}
