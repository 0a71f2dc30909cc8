import type { Migration } from './migration.ts'

/** Printers that are spoken to by TLS, and how the last test label of each went; those that are there stay as they are. */
export const printersByTls: Migration = {
  name: '0002-printers-by-tls',
  async up(run) {
    await run(`
alter table printer
  add column encrypted boolean not null default false,
  -- SHA-256 of the one certificate that is believed; empty: those that authorities have signed.
  add column fingerprint text not null default '' check (fingerprint ~ '^([0-9A-F]{64})?$'),
  add column tested_at timestamptz,
  -- The code of what went wrong; null where the label was taken.
  add column test_fault text,
  -- The certificate that the printer showed then; empty where it showed none.
  add column test_certificate text not null default '';

alter table printer drop constraint printer_port_check;
alter table printer add constraint printer_port_check check (port between 9100 and 9109 or port in (6101, 9143));

-- How a test went is no change of the printer: an open form is not told that another user was faster.
drop trigger printer_version on printer;
create trigger printer_version before update of organization_id, name, host, port, media, dots_per_mm, active, encrypted,
  fingerprint on printer for each row execute function raise_version();
`)
  },
}
