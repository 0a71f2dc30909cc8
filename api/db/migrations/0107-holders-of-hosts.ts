import type { Migration } from './migration.ts'

/** Whose a host name is, at work or not: calls under a name that nobody holds are refused. */
export const holdersOfHosts: Migration = {
  name: '0107-holders-of-hosts',
  async up(run) {
    await run(`
create function host_holder(p_host text, p_any boolean) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id from account a
  where a.host = lower(p_host)
    or (p_any and a.host = '*' and not exists (select 1 from account h where h.host = lower(p_host)))
$$;
`)
  },
}
