import type { Migration } from './migration.ts'

/** Customers correct their bank account or address by a link in a mail. */
export const customerCorrections: Migration = {
  name: '0003-customer-corrections',
  async up(run) {
    await run(`
-- What a customer asks to be corrected, until the link of its mail confirms it; sealed by the customer's key, with the
-- address that the mail went to. What has ended keeps no content.
create table customer_correction (
  account_id uuid not null references account,
  id uuid not null,
  customer_id uuid not null,
  -- No key of the buyback: checking it would lock that row.
  buyback_id uuid not null,
  kind text not null check (kind in ('bank', 'address')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  sealed bytea check (octet_length(sealed) <= 8000),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('applied', 'replaced')),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customer_key (account_id, customer_id) on delete cascade,
  check ((ended_at is null) = (outcome is null)),
  check (outcome is null or sealed is null)
);
create unique index customer_correction_open on customer_correction (account_id, customer_id, kind)
  where ended_at is null;
create index customer_correction_by_customer on customer_correction (account_id, customer_id);
create index customer_correction_expiry on customer_correction (expires_at);

create function correction_by_token(p_token_hash bytea) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.account_id, c.id from customer_correction c join account a on a.id = c.account_id
  where a.status = 'active' and c.token_hash = p_token_hash
$$;
create or replace function account_of_link(p_token_hash bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id from price_proposal p where p.token_hash = p_token_hash
  union all select p.account_id from price_proposal p
    where p.earlier_token_hashes <> '{}' and p.earlier_token_hashes @> array[p_token_hash]
  union all select q.account_id from quote q where q.token_hash = p_token_hash
  union all select t.account_id from password_token t where t.token_hash = p_token_hash
  union all select c.account_id from customer_correction c where c.token_hash = p_token_hash
  limit 1
$$;

-- Forgets the content of corrections that nobody has confirmed in time, and corrections that ended long ago.
create function sweep_corrections(p_now timestamptz, p_before timestamptz) returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with emptied as (update customer_correction set sealed = null
      where sealed is not null and expires_at < p_now and expires_at >= p_before returning 1),
    gone as (delete from customer_correction where expires_at < p_before returning 1)
  select (select count(*) from emptied) + (select count(*) from gone)
$$;
`)
  },
}
