import type { Migration } from './migration.ts'

/**
 * An account that rests keeps its host, so that nobody else's site is shown there, and takes its sessions with it: they
 * do not come back with the account. The same holds for a link between a buyer and a retailer.
 */
export const ownAddresses: Migration = {
  name: '0068-own-addresses',
  async up(run) {
    await run(`
-- Like account_by_host, which processes of the version before call until they are replaced: the account of '*' answers
-- only where it may.
create function site_of_host(p_host text, p_any boolean)
  returns table (id uuid, name text, company_country text, language text, currency text, time_zone text,
    main_color text, logo text, favicon text, host text, web_channel_url text, tag_manager_id text,
    consent_tool_id text, external_website_url text, external_website_text text,
    drop_off_locations_map_enabled boolean, cookies_policy text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.name, a.company_country, a.language, a.currency, a.time_zone, a.main_color, a.logo, a.favicon, a.host,
    a.web_channel_url, a.tag_manager_id, a.consent_tool_id, a.external_website_url, a.external_website_text,
    a.drop_off_locations_map_enabled, a.cookies_policy
  from account a
  where a.status = 'active' and (a.host = lower(p_host)
    or (p_any and a.host = '*' and not exists (select 1 from account h where h.host = lower(p_host))))
$$;

create function end_sessions_of_resting_account() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update session set revoked_at = now()
  where (account_id = new.id or viewed_account_id = new.id) and revoked_at is null;
  return null;
end $$;
create trigger end_sessions_of_resting_account after update of status on account for each row
  when (old.status = 'active' and new.status <> 'active') execute function end_sessions_of_resting_account();

create function end_sessions_of_resting_link() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update session set revoked_at = now()
  where account_id = new.buyer_account_id and viewed_account_id = new.account_id and revoked_at is null;
  return null;
end $$;
create trigger end_sessions_of_resting_link after update of status on account_link for each row
  when (old.status = 'active' and new.status <> 'active') execute function end_sessions_of_resting_link();

-- Sessions of accounts and links that rest already.
update session s set revoked_at = now()
where s.revoked_at is null and (
  exists (select 1 from account a where a.id in (s.account_id, s.viewed_account_id) and a.status <> 'active')
  or exists (select 1 from account_link l where l.buyer_account_id = s.account_id
    and l.account_id = s.viewed_account_id and l.status <> 'active'));
`)
  },
}
