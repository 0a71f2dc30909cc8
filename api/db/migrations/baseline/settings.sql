-- Pictures and legal files.

create table picture (
  account_id uuid not null references account,
  id uuid not null unique,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/x-icon')),
  bytes bytea not null check (octet_length(bytes) between 1 and 250000),
  created_at timestamptz not null default now(),
  of_text boolean not null default false,
  unnamed_since timestamptz,
  primary key (account_id, id)
);
create index picture_of_text on picture (account_id) where of_text;

create table legal_file (
  account_id uuid not null references account on delete cascade,
  document text not null check (document in ('eula', 'service-terms', 'faq-and-contact', 'cookies-policy')),
  id uuid not null unique,
  bytes bytea not null check (octet_length(bytes) between 1 and 250000),
  created_at timestamptz not null default now(),
  -- A file is of one language. Those that are there are of the account's.
  language text not null check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  primary key (account_id, document, language)
);
create trigger legal_file_public_insert after insert on legal_file referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger legal_file_public_update after update on legal_file referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger legal_file_public_delete after delete on legal_file referencing old table as changed_rows
  for each statement execute function public_changed();

-- Who knows its address sees a picture, before anybody signs in and whatever the host: nothing of it is private.
create function public_picture(p_id uuid) returns table (type text, bytes bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.type, p.bytes from picture p where p.id = p_id
$$;

-- A legal text is read by its address, without a session and under any host.
create function public_legal_file(p_id uuid) returns bytea
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.bytes from legal_file f where f.id = p_id
$$;

-- Marks pictures of texts that no text names as of p_now, in whichever language, and forgets those that were marked
-- before p_before and are not named now; answers how many. Rows are read whole, so that a text which they are given
-- later counts. A text of another account may show a picture as well: its address is open to everybody.
create function sweep_text_pictures(p_now timestamptz, p_before timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  named uuid[];
  gone bigint;
begin
  select coalesce(array_agg(distinct (m.found)[1]::uuid), '{}') into named
  from (
    select a::text as said from account a union all
    select d::text from organization_root_detail d union all
    select h::text from home_page h union all
    select w::text from home_widget w union all
    select r.address from (
  select account_id, image as address from category union all
  select account_id, image from question union all
  select account_id, image from product union all
  select account_id, image_hd from product union all
  select account_id, image from home_widget union all
  select id, logo from account union all
  select id, favicon from account) r join picture p
      on p.account_id = r.account_id and p.of_text and r.address = '/api/pictures/' || p.id
  ) t, regexp_matches(t.said, '/api/pictures/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi') m (found)
  where t.said ilike '%/api/pictures/%';
  with deleted as (delete from picture p
    where p.of_text and p.unnamed_since < p_before and p.id <> all (named) returning 1)
  select count(*) into gone from deleted;
  update picture p set unnamed_since = case when p.id = any (named) then null else p_now end
  where p.of_text and (p.unnamed_since is null) <> (p.id = any (named));
  return gone;
end $$;
