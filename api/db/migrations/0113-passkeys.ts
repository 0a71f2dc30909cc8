import type { Migration } from './migration.ts'

/** Passkeys: a key pair of a device, which signs its user in under one host name. */
export const passkeys: Migration = {
  name: '0113-passkeys',
  async up(run) {
    await run(`
create table passkey (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Looked up before any account is known.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null check (octet_length(public_key) between 32 and 4096),
  -- The device's count of signatures, 0 for ever where it keeps none: one that falls back is a copy.
  counter bigint not null check (counter >= 0),
  host text not null check (char_length(host) between 1 and 253),
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references user_account (account_id, id) on delete cascade
);
create index passkey_by_user on passkey (account_id, user_id);

alter table access_event drop constraint access_event_kind_check;
alter table access_event add constraint access_event_kind_check
  check (kind in ('codes_on', 'codes_off', 'codes_reset', 'recovery_code_used', 'passkey_added', 'passkey_removed'));

create function auth_find_passkey(p_credential_id bytea)
  returns table (account_id uuid, id uuid, user_id uuid, public_key bytea, counter bigint, host text, email text,
    status text, account_status text, force_sso boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id, p.user_id, p.public_key, p.counter, p.host, u.email, u.status, a.status, u.force_sso
  from passkey p
  join user_account u on u.account_id = p.account_id and u.id = p.user_id and not u.stands_in
  join account a on a.id = p.account_id
  where p.credential_id = p_credential_id
$$;
`)
  },
}
