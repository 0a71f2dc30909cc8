import type { Migration } from './migration.ts'

/**
 * What rows say, folded when they are written: folding costs more than all else of a search. Where lists are long, the
 * words are found by an index, in functions of the owner: the policies of other logins would keep it from them.
 */
export const toldWords: Migration = {
  name: '0110-told-words',
  async up(run) {
    await run(`
create function purchase_told(content text) returns text language sql immutable strict parallel safe as $$
  select public.search_text(concat_ws(' ', l.line ->> 'description', l.line ->> 'imei', l.line ->> 'serialNumber',
    l.line ->> 'buybackCode', l.line #>> '{seller,firstName}', l.line #>> '{seller,lastName}'))
  from (select content::jsonb as line) l
$$;

alter table customer add column told text not null
  generated always as (search_text(first_name || ' ' || last_name)) stored;
alter table purchase_register add column told text not null generated always as (purchase_told(content)) stored;
alter table user_account add column told text not null
  generated always as (search_text(first_name || ' ' || last_name)) stored;
alter table organization add column told text not null generated always as (search_text(common_name || ' '
  || coalesce(corporate_name, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(siret, '') || ' '
  || coalesce(zip_code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(place_email, ''))) stored;
alter table account add column told text not null generated always as (search_text(name || ' '
  || coalesce(siret, '') || ' ' || coalesce(city, '') || ' ' || coalesce(web_channel_url, ''))) stored;
alter table mail_message add column told text not null generated always as (search_text(recipient)) stored;
alter table payment_file add column told text not null generated always as (search_text(message_id)) stored;
alter table catalog_import add column told text not null generated always as (search_text(file_name)) stored;
create index customer_told on customer using gin (account_id, told gin_trgm_ops);
create index purchase_register_told on purchase_register using gin (account_id, told gin_trgm_ops);

-- The words of a text as told rows are searched for them, the longest first, which an index finds the fewest rows by.
create function told_words(p_text text) returns text[] language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(w.word order by length(w.word) desc, w.word), '{}') from (
    select distinct search_text(t.word) as word
    from regexp_split_to_table(p_text, '\\s+') t (word) where t.word <> '' limit 10) w
$$;

-- A pattern that finds a word anywhere: what is a sign of patterns is meant as itself.
create function told_pattern(p_word text) returns text language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
  select '%' || regexp_replace(p_word, '([\\\\%_])', '\\\\\\1', 'g') || '%'
$$;

-- Customers of the current account whose name has each word of a text.
create function customers_told(p_text text) returns setof uuid
  language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := told_words(p_text);
  pattern constant text := told_pattern(words[1]);
begin
  return query select u.id from customer u where u.account_id = account and u.told like pattern
    and not exists (select from unnest(words) w (word) where strpos(u.told, w.word) = 0);
end $$;

-- Lines of the current account's register that say each word of a text.
create function purchases_told(p_text text) returns setof bigint
  language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := told_words(p_text);
  pattern constant text := told_pattern(words[1]);
begin
  return query select r.number from purchase_register r where r.account_id = account and r.told like pattern
    and not exists (select from unnest(words) w (word) where strpos(r.told, w.word) = 0);
end $$;
`)
  },
}
