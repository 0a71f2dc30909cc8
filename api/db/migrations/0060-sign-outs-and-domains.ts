import type { Migration } from './migration.ts'

/**
 * A sign-out ends a session by its token, regardless of what the session still opens, and the rights of its device with
 * it. A query tells whether another account has users under a domain, before a provider is named for that domain.
 */
export const signOutsAndDomains: Migration = {
  name: '0060-sign-outs-and-domains',
  async up(run) {
    await run(`
-- Ends the session of a token, though it has run out, lost its module or its link; naming the device ends what the user
-- may still push from there. A session that ended before ends nothing that was given since.
create function auth_end_session(p_token_hash bytea, p_device_id uuid, p_now timestamptz) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended record;
begin
  select account_id, id, user_id, revoked_at into ended from session where token_hash = p_token_hash for update;
  if not found then
    return;
  end if;
  update session set revoked_at = p_now
  where account_id = ended.account_id and id = ended.id and revoked_at is null;
  update device_grant set revoked_at = p_now
  where account_id = ended.account_id and user_id = ended.user_id and device_id = p_device_id and revoked_at is null
    and (ended.revoked_at is null or created_at < ended.revoked_at);
end $$;

-- Whether an account that is a stranger to this one has active users under an e-mail domain; neither who nor whose. An
-- administrator links accounts, so that linked ones, as a retailer and its own workshops, may share their domain.
create function auth_domain_is_used_elsewhere(p_account uuid, p_domain text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_account u join account a on a.id = u.account_id
    where u.account_id <> p_account and split_part(u.email, '@', -1) = lower(p_domain)
      and u.status = 'active' and a.status = 'active'
      and not exists (
        select 1 from account_link l
        where l.status = 'active' and (l.account_id, l.buyer_account_id) in ((p_account, a.id), (a.id, p_account))))
$$;
`)
  },
}
