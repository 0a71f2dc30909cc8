import type { Migration } from './migration.ts'

/** The last line of each register's last day that is over, where no mail has said it yet. */
export const headsOfRegisters: Migration = {
  name: '0109-heads-of-registers',
  async up(run) {
    await run(`
create function register_heads_due(p_now timestamptz)
  returns table (account_id uuid, day date, number bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, l.day, l.number, l.hash
  from purchase_register_head h
  join account a on a.id = h.account_id and a.status = 'active'
  cross join lateral (
    select (r.recorded_at at time zone a.time_zone)::date as day, r.number, r.hash from purchase_register r
    where r.account_id = a.id
      and r.recorded_at < (p_now at time zone a.time_zone)::date::timestamp at time zone a.time_zone
      and r.recorded_at >= p_now - interval '8 days'
    order by r.number desc limit 1) l
  where not exists (select from mail_message m
    where m.account_id = a.id and m.dedupe_key = 'register_head:' || to_char(l.day, 'YYYY-MM-DD'))
$$;
`)
  },
}
