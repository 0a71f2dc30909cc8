import type { Migration } from './migration.ts'

/** Which account a private link is of, answered, used and resting ones too: all lead to the same address. */
export const homesOfLinks: Migration = {
  name: '0111-homes-of-links',
  async up(run) {
    await run(`
create index quote_by_token on quote (token_hash);

create function account_of_link(p_token_hash bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id from price_proposal p where p.token_hash = p_token_hash
  union all select q.account_id from quote q where q.token_hash = p_token_hash
  union all select t.account_id from password_token t where t.token_hash = p_token_hash
  limit 1
$$;
`)
  },
}
