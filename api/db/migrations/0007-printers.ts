import type { Migration } from './migration.ts'

/** Label printers on a network, each of one warehouse or store. */
export const printers: Migration = {
  name: '0007-printers',
  async up(run) {
    await run(`
create table printer (
  account_id uuid not null references account,
  id uuid not null,
  organization_id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  -- As an administrator typed it: a name of the network, or an address.
  host text not null check (host = lower(host) and char_length(host) between 1 and 253),
  port integer not null default 9100 check (port between 9100 and 9109 or port = 6101),
  media text not null default '100x150' check (media in ('100x150', '50x30')),
  dots_per_mm integer not null default 8 check (dots_per_mm in (8, 12)),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, organization_id) references organization (account_id, id)
);
create unique index printer_name on printer (account_id, organization_id, lower(name));
create trigger printer_version before update on printer for each row execute function raise_version();
`)
  },
}
