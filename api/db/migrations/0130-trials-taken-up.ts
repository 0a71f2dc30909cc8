import type { Migration } from './migration.ts'

/** Trials whose processes have died as often as the queue tries are taken up again. */
export const trialsTakenUp: Migration = {
  name: '0130-trials-taken-up',
  async up(run) {
    await run(`
-- Trials that rest, and for which no job waits or works any more.
create function trials_unworked(p_since timestamptz, p_limit integer)
  returns table (account_id uuid, import_id uuid, lines integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.account_id, i.id, i.lines_found from catalog_import i
  where i.status = 'trying' and i.touched_at < p_since
    and not exists (select from pgboss.job j
      where j.name in ('catalog-trial', 'catalog-trial-long') and j.state in ('created', 'retry', 'active')
        and j.data = jsonb_build_object('accountId', i.account_id, 'importId', i.id))
  order by i.touched_at limit p_limit
$$;
`)
  },
}
