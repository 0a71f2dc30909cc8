import type { Migration } from './migration.ts'

/** Addresses of pictures that rows show. */
const shownByRows = `
  select account_id, image as address from category union all
  select account_id, image from question union all
  select account_id, image from product union all
  select account_id, image_hd from product union all
  select account_id, image from home_widget union all
  select id, logo from account union all
  select id, favicon from account`

/** Pictures that texts name are told from those that rows show, and go once no text has named them for long. */
export const picturesOfTexts: Migration = {
  name: '0092-pictures-of-texts',
  async up(run) {
    await run(`
alter table picture add column of_text boolean not null default false, add column unnamed_since timestamptz;
create index picture_of_text on picture (account_id) where of_text;

update picture p set of_text = true where not exists (
  select from (${shownByRows}) r where r.account_id = p.account_id and r.address = '/api/pictures/' || p.id);

-- Marks pictures of texts that no text names as of p_now, in whichever language, and forgets those that were marked
-- before p_before and are not named now; answers how many. Rows are read whole, so that a text which they are given
-- later counts. A text of another account may show a picture as well: its address is open to everybody.
create function sweep_text_pictures(p_now timestamptz, p_before timestamptz) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
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
    select r.address from (${shownByRows}) r join picture p
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
`)
  },
}
