import type { Migration } from './migration.ts'

/** Why the server has ended a session, for its user who is asked to sign in again; null where nobody but time did. */
export const whySessionsEnded: Migration = {
  name: '0071-why-sessions-ended',
  async up(run) {
    await run(`
      alter table session add column end_reason text check (end_reason in ('role', 'password'));

      create function auth_session_end_reason(p_token_hash bytea) returns text
        language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select end_reason from session where token_hash = p_token_hash and revoked_at is not null
      $$;`)
  },
}
