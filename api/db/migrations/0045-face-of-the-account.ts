import type { Migration } from './migration.ts'

const shown = (event: string, rows: string) =>
  `create trigger home_page_public_${event} after ${event} on home_page referencing ${rows} table as changed_rows
  for each statement execute function public_changed();`

/** Pictures that an account shows to everybody, and its public home as an administrator edits it. */
export const faceOfTheAccount: Migration = {
  name: '0045-face-of-the-account',
  async up(run) {
    await run(`
create table picture (
  account_id uuid not null references account,
  id uuid not null unique,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/x-icon')),
  bytes bytea not null check (octet_length(bytes) between 1 and 250000),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- Whoever knows its address sees a picture, before anybody signs in and whatever the host: nothing of it is private.
create function public_picture(p_id uuid) returns table (type text, bytes bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.type, p.bytes from picture p where p.id = p_id
$$;

-- An account that has never edited its home has no row: its home is active, at version 0.
create table home_page (
  account_id uuid primary key references account,
  status text not null default 'active' check (status in ('active', 'inactive')),
  meta_title text check (char_length(meta_title) between 2 and 255),
  meta_description text check (char_length(meta_description) between 2 and 500),
  version integer not null default 0
);
create trigger home_page_version before update on home_page for each row execute function raise_version();
${shown('insert', 'new')}
${shown('update', 'new')}
${shown('delete', 'old')}

alter table home_widget drop constraint home_widget_html_check,
  add constraint home_widget_html_check check (char_length(html) <= 200000);
`)
  },
}
