/** Extensions, and the functions that every later table leans on. */
export const foundation = `
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create function current_account_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

-- A UUIDv7 on servers that have none built in: random bits, the first 48 replaced by milliseconds, version 7.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid language sql volatile parallel safe
  return encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid;

-- The text that searches compare: lower case, without accents. unaccent() is only stable because its dictionary
-- could change; naming the dictionary makes the answer fixed for an index.
create function search_text(value text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Every update of a versioned row raises its version, whoever writes and whatever the writer says.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation', table = tg_table_name,
    constraint = tg_table_name || '_append_only';
end $$;
`
