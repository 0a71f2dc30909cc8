import type { Migration } from './migration.ts'

const shown = (event: string, rows: string) =>
  `create trigger legal_file_public_${event} after ${event} on legal_file referencing ${rows} table as changed_rows
  for each statement execute function public_changed();`

/**
 * Why the server has ended a session, for its user who is asked to sign in again; null where nobody but time did. And
 * the PDF files of legal texts, one for each.
 */
export const sessionEndsAndLegalFiles: Migration = {
  name: '0071-session-ends-and-legal-files',
  async up(run) {
    await run(`
      alter table session add column end_reason text check (end_reason in ('role', 'password'));

      create function auth_session_end_reason(p_token_hash bytea) returns text
        language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select end_reason from session where token_hash = p_token_hash and revoked_at is not null
      $$;

      create table legal_file (
        account_id uuid not null references account on delete cascade,
        document text not null check (document in ('eula', 'service-terms', 'faq-and-contact', 'cookies-policy')),
        id uuid not null unique,
        bytes bytea not null check (octet_length(bytes) between 1 and 250000),
        created_at timestamptz not null default now(),
        primary key (account_id, document)
      );
      ${shown('insert', 'new')}
      ${shown('update', 'new')}
      ${shown('delete', 'old')}

      -- A legal text is read by its address, without a session and under any host.
      create function public_legal_file(p_id uuid) returns bytea
        language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select f.bytes from legal_file f where f.id = p_id
      $$;`)
  },
}
