import type { Migration } from './migration.ts'

/**
 * A session outlives the module that is taken from its user, without one: it opens nothing more, and its user is signed
 * out instead of asked to reconnect (AUTH-31). Giving the module back does not bring it back.
 */
export const sessionsWithoutAModule: Migration = {
  name: '0049-sessions-without-a-module',
  async up(run) {
    await run(`
      alter table session alter column module drop not null;
      alter table session drop constraint session_account_id_user_id_module_fkey;
      alter table session
        add constraint session_user_fkey foreign key (account_id, user_id) references user_account on delete cascade,
        add constraint session_module_fkey foreign key (account_id, user_id, module) references user_module
          on delete set null (module);

      create function auth_session_has_no_module(p_token_hash bytea) returns boolean
        language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select exists (
          select 1 from session s
          join user_account u on u.account_id = s.account_id and u.id = s.user_id
          join account a on a.id = s.account_id
          where s.token_hash = p_token_hash and s.module is null and s.revoked_at is null and s.expires_at > now()
            and u.status = 'active' and a.status = 'active')
      $$;`)
  },
}
