-- The platform’s own account, and what its administration does with clients: opening, language, deletion.

create table platform_setup (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Devices of an account whose right to bring work has not ended, those of administrators who have opened the client
-- among them; until it does they may hold what nobody else has.
create function account_open_devices(p_account uuid) returns integer
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(distinct g.device_id)::int from device_grant g
  where p_account in (g.account_id, g.client_id) and g.revoked_at is null and g.expires_at > now()
$$;

-- Deletes an account that rests, with what is its own alone. Foreign keys refuse it (23503) where anything else is
-- left: what was traded, counted or pushed, or another account that names it.
create function delete_account(p_account uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from account where id = p_account and status = 'inactive' for update;
  if not found then
    raise exception 'only an account that rests can be deleted' using errcode = 'check_violation', table = 'account',
      constraint = 'account_rests';
  end if;
  -- A count goes with its stock elsewhere; here it is work that was done.
  if exists (select 1 from stock_count where account_id = p_account) then
    raise exception 'counts of stocks stay' using errcode = 'foreign_key_violation', table = 'stock_count',
      constraint = 'stock_count_stays';
  end if;
  delete from account_link where p_account in (account_id, buyer_account_id);
  -- Buyers who once worked here; the link that let them is gone.
  delete from session where viewed_account_id = p_account;
  delete from mail_message where account_id = p_account;
  delete from sso_configuration where account_id = p_account;
  delete from home_widget where account_id = p_account;
  delete from home_page where account_id = p_account;
  delete from picture where account_id = p_account;
  delete from sftp_access where account_id = p_account;
  delete from dashboard_week where account_id = p_account;
  delete from counter_catalog_part where account_id = p_account;
  delete from counter_catalog where account_id = p_account;
  delete from counter_seal_key where account_id = p_account;
  delete from warehouse_dispatch where account_id = p_account;
  delete from warehouse_dispatch_rule where account_id = p_account;
  delete from printer where account_id = p_account;
  delete from dispatch_circuit_rule where account_id = p_account;
  delete from carrier where account_id = p_account;
  delete from circuit where account_id = p_account;
  delete from payment_mode where account_id = p_account;
  delete from shipping_method where account_id = p_account;
  delete from payer where account_id = p_account;
  delete from refurb_question where account_id = p_account;
  delete from refurb_step where account_id = p_account;
  delete from product where account_id = p_account;
  delete from category_question where account_id = p_account;
  delete from question where account_id = p_account;
  delete from searched_facet where account_id = p_account;
  delete from searched_word where account_id = p_account;
  delete from category where account_id = p_account;
  delete from user_account where account_id = p_account;
  delete from stock where account_id = p_account;
  delete from organization where account_id = p_account;
  delete from organization_root_detail where account_id = p_account;
  delete from account where id = p_account;
  -- Nobody follows its changes any more, the deletion's own among them.
  delete from sync_change where account_id = p_account;
end $$;

-- Active users of an account by the modules that they work in; client administration reads no users.
create function account_module_users(p_account uuid) returns table (module text, users integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.module, count(*)::int
  from user_module m join user_account u on u.account_id = m.account_id and u.id = m.user_id
  where m.account_id = p_account and u.status = 'active'
  group by m.module
$$;

create function platform_account() returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from account where is_platform
$$;

-- The owner's alone: makes the account with its head office where there is none.
create function make_platform_account(p_language text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('platform_account'));
  select id into made from account where is_platform;
  if made is not null then return made; end if;
  insert into account (id, name, language, is_platform) values (uuid_v7(now()), 'Reprise', p_language, true)
    returning id into made;
  insert into organization (account_id, id, type, common_name)
    values (made, uuid_v7(now()), 'root_management_unit', 'Reprise');
  insert into organization_root_detail (account_id, id) values (made, uuid_v7(now()));
  return made;
end $$;

create function platform_has_administrator() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_module m
    join user_account u on u.account_id = m.account_id and u.id = m.user_id
    join account a on a.id = m.account_id
    where m.user_type in ('admin', 'super_admin') and u.status = 'active' and a.status = 'active')
$$;

create function platform_has_other_administrator(p_user uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from user_module m
    join user_account u on u.account_id = m.account_id and u.id = m.user_id
    where m.user_type in ('admin', 'super_admin') and m.user_id <> p_user and u.status = 'active')
$$;

-- Opens a further link while the platform has no active administrator; false where it has one.
create function platform_setup_open(p_token_hash bytea, p_expires_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if platform_has_administrator() then return false; end if;
  delete from platform_setup where expires_at < now() - interval '30 days';
  insert into platform_setup (token_hash, expires_at) values (p_token_hash, p_expires_at);
  return true;
end $$;

create function platform_setup_state(p_token_hash bytea, p_now timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select case when s.used_at is not null or platform_has_administrator() then 'done'
      when s.expires_at <= p_now then 'expired' else 'open' end
    from platform_setup s where s.token_hash = p_token_hash), 'unknown')
$$;

-- Makes the first administrator, whole or not at all; one at a time, so that two people with a link make one.
create function platform_setup_finish(p_token_hash bytea, p_now timestamptz, p_user_id uuid, p_email text, p_first_name
  text, p_last_name text, p_password_hash text, p_language text)
  returns table (state text, account_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid;
begin
  perform pg_advisory_xact_lock(hashtext('platform_setup'));
  state := platform_setup_state(p_token_hash, p_now);
  if state <> 'open' then
    return next;
    return;
  end if;
  made := make_platform_account(p_language);
  insert into user_account (account_id, id, email, first_name, last_name, password_hash, password_changed_at, language)
    values (made, p_user_id, lower(p_email), p_first_name, p_last_name, p_password_hash, p_now, p_language);
  insert into user_module (account_id, user_id, module, user_type, organization_id)
    select made, p_user_id, 'root', 'super_admin', o.id from organization o
    where o.account_id = made and o.type = 'root_management_unit' order by o.created_at, o.id limit 1;
  update platform_setup s set used_at = p_now where s.token_hash = p_token_hash;
  account_id := made;
  return next;
end $$;

-- Which columns have translations, and under which name.
create function translated_columns() returns table (table_name text, field text, column_name text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('account', 'cookiesPolicy', 'cookies_policy'),
    ('answer', 'description', 'description'),
    ('answer', 'name', 'name'),
    ('category', 'childrenDescription', 'children_description'),
    ('category', 'highlightedInstruction', 'highlighted_instruction'),
    ('category', 'imageAlt', 'image_alt'),
    ('category', 'name', 'name'),
    ('circuit', 'description', 'description'),
    ('circuit', 'name', 'name'),
    ('circuit_instruction', 'label', 'label'),
    ('dispatch_circuit_rule', 'description', 'description'),
    ('dispatch_circuit_rule', 'highlightedInstruction', 'highlighted_instruction'),
    ('dispatch_circuit_rule', 'terms', 'terms'),
    ('home_page', 'metaDescription', 'meta_description'),
    ('home_page', 'metaTitle', 'meta_title'),
    ('home_widget', 'html', 'html'),
    ('home_widget', 'imageAlt', 'image_alt'),
    ('home_widget', 'text', 'text'),
    ('home_widget', 'title', 'title'),
    ('organization_root_detail', 'buybackZeroDescription', 'buyback_zero_description'),
    ('organization_root_detail', 'eula', 'eula'),
    ('organization_root_detail', 'faqAndContact', 'faq_and_contact'),
    ('organization_root_detail', 'noSearchResultDescription', 'no_search_result_description'),
    ('organization_root_detail', 'serviceTerms', 'service_terms'),
    ('organization_root_detail', 'terms', 'transfer_order_terms'),
    ('payment_mode', 'description', 'description'),
    ('payment_mode', 'label', 'label'),
    ('payment_mode', 'longDescription', 'long_description'),
    ('payment_mode', 'mailContent', 'mail_content'),
    ('product', 'label', 'label'),
    ('question', 'description', 'description'),
    ('question', 'howToTest', 'how_to_test'),
    ('question', 'title', 'title'),
    ('shipping_method', 'description', 'description')
$$;

-- The language of an account has become another: a text that is there in it takes the place of the account's own, which
-- stays as a translation. What is not there in it stays as it is.
create function change_text_language(p_account uuid, p_before text, p_after text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
begin
  for t in select * from translated_columns() loop
    execute format($sql$
      update %1$I set %2$I = translations -> $3 ->> $4,
        translations = merged_translations(translations,
          jsonb_build_object($2, jsonb_build_object($4, %2$I), $3, jsonb_build_object($4, null)), '')
      where %3$I = $1 and translations -> $3 ? $4$sql$, t.table_name, t.column_name,
      case t.table_name when 'account' then 'id' else 'account_id' end)
    using p_account, p_before, p_after, t.field;
  end loop;
end $$;

-- A legal text moves whole, as it is read: where there is anything of it in the new language, text or file, its text
-- and its file of before both stay in their language; where there is nothing, both go on being the account's own. What
-- is written with a home, a question or a circuit raises the version of that one, by which its form is saved.
create function account_language_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  d record;
  has_text boolean;
begin
  for d in values ('eula', 'organization_root_detail', 'eula', 'eula', 'account_id'),
      ('service-terms', 'organization_root_detail', 'serviceTerms', 'service_terms', 'account_id'),
      ('faq-and-contact', 'organization_root_detail', 'faqAndContact', 'faq_and_contact', 'account_id'),
      ('cookies-policy', 'account', 'cookiesPolicy', 'cookies_policy', 'id')
  loop
    execute format('select exists (select from %I where %I = $1 and translations -> $2 ? $3)', d.column2, d.column5)
      into has_text using new.id, new.language, d.column3;
    if has_text then continue; end if;
    if exists (select from legal_file f
        where f.account_id = new.id and f.document = d.column1 and f.language = new.language) then
      execute format($sql$
        update %1$I set %2$I = null, translations = merged_translations(translations,
          jsonb_build_object($2, jsonb_build_object($3, case when trim(%2$I) <> '' then %2$I end)), '')
        where %3$I = $1 and %2$I is not null$sql$, d.column2, d.column4, d.column5)
      using new.id, old.language, d.column3;
    else
      update legal_file f set language = new.language
      where f.account_id = new.id and f.document = d.column1 and f.language = old.language;
    end if;
  end loop;
  update home_page set account_id = account_id where account_id = new.id;
  update question q set account_id = account_id where q.account_id = new.id and exists (select from answer a
    where a.account_id = q.account_id and a.question_id = q.id and a.translations ? new.language);
  update circuit c set account_id = account_id where c.account_id = new.id and exists (select from circuit_instruction i
    where i.account_id = c.account_id and i.circuit_id = c.id and i.translations ? new.language);
  perform change_text_language(new.id, old.language, new.language);
  return null;
end $$;
create trigger account_language_changed after update of language on account
  for each row when (old.language is distinct from new.language) execute function account_language_changed();

-- Lets one of the platform's administrators into a client, as the platform's own account asks: 'active' where it stands
-- open, 'inactive' where the client rests, else 'unknown'.
create function platform_open_client(p_user uuid, p_client uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  platform uuid := platform_account();
  found_status text;
begin
  if platform is null or current_account_id() is distinct from platform or not exists (
    select 1 from user_module m join user_account u on u.account_id = m.account_id and u.id = m.user_id
    where m.account_id = platform and m.user_id = p_user and m.user_type in ('admin', 'super_admin')
      and u.status = 'active') then
    return 'unknown';
  end if;
  select a.status into found_status from account a where a.id = p_client and not a.is_platform
    and exists (select 1 from organization o where o.account_id = a.id and o.type = 'root_management_unit');
  if found_status is distinct from 'active' then return coalesce(found_status, 'unknown'); end if;
  insert into user_account as s (account_id, id, email, first_name, last_name, status, language, stands_in)
    select p_client, u.id, 'platform:' || p_client || ':' || u.id, u.first_name, u.last_name, 'inactive', u.language, true
    from user_account u where u.account_id = platform and u.id = p_user
    on conflict (account_id, id) do nothing;
  return found_status;
end $$;

create function rename_stand_ins() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.account_id = platform_account() then
    update user_account s set first_name = new.first_name, last_name = new.last_name, language = new.language
    where s.id = new.id and s.stands_in;
  end if;
  return null;
end $$;
create trigger user_account_stand_ins after update of first_name, last_name, language on user_account for each row
  when ((old.first_name, old.last_name, old.language) is distinct from (new.first_name, new.last_name, new.language))
  execute function rename_stand_ins();

-- What one of the platform's active administrators is in the account at hand, by the row that stands in there.
create function platform_role_here(p_user uuid, p_module text) returns table (user_type text, organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_type, (
    select o.id from organization o
    where o.account_id = s.account_id and o.type = 'root_management_unit' order by o.created_at, o.id limit 1)
  from user_account s
  join user_module m on m.account_id = platform_account() and m.user_id = s.id and m.module = p_module
    and m.user_type in ('admin', 'super_admin')
  join user_account u on u.account_id = m.account_id and u.id = m.user_id and u.status = 'active'
  where s.account_id = current_account_id() and s.id = p_user and s.stands_in
$$;

-- The texts of its rules are saved with a circuit, whose version rises before they change places.
create function rules_language_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update circuit c set account_id = account_id where c.account_id = new.id and exists (
    select from dispatch_circuit_rule r
    where r.account_id = c.account_id and r.circuit_id = c.id and r.translations ? new.language);
  return null;
end $$;
create trigger account_language_before_rules after update of language on account
  for each row when (old.language is distinct from new.language) execute function rules_language_changed();
