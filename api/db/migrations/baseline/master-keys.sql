-- Which master keys have sealed what is here.

-- The names by which stored keys and texts say who has sealed them, where no process has noted its own yet. Texts of
-- the first form name nobody.
create function master_keys_in_use() returns table (name bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select substring(k.wrapped_key from 1 for 8) from customer_key k
  union select substring(c.wrapped_key from 1 for 8) from cart c where c.wrapped_key is not null
  union select substring(s.wrapped_key from 1 for 8) from counter_seal_key s
  union select substring(h.wrapped_key from 1 for 8) from sftp_host_key h
  union select substring(t.sealed from 2 for 8) from (
    select c.register_identity as sealed from customer c
    union all
    select c.api_key from carrier c
    union all
    select c.event_secret from carrier c
    union all
    select u.secret from user_code u
    union all
    select s.client_secret from sso_configuration s
    union all
    select p.payee from payment_attempt p
    union all
    select decode(t.value, 'base64') from connector_configuration c, jsonb_each_text(c.secrets) t
  ) t where substring(t.sealed from 1 for 1) = '\x02'
$$;

-- How many texts and keys of each account another master key than the present one has sealed. Texts begin with their
-- form, and those of the second one go on with the name of the key.
create function sealed_by_others(p_name bytea) returns table (account_id uuid, waiting bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.account_id, count(*) from (
    select k.account_id from customer_key k where substring(k.wrapped_key from 1 for 8) <> p_name
    union all
    select c.account_id from customer c where substring(c.register_identity from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select c.account_id from cart c where c.wrapped_key is not null and substring(c.wrapped_key from 1 for 8) <> p_name
    union all
    select s.account_id from counter_seal_key s where substring(s.wrapped_key from 1 for 8) <> p_name
    union all
    select c.account_id from carrier c where substring(c.api_key from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select c.account_id from carrier c where substring(c.event_secret from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select u.account_id from user_code u where substring(u.secret from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select s.account_id from sso_configuration s
    where substring(s.client_secret from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select p.account_id from payment_attempt p
    where p.payee is not null and substring(p.payee from 1 for 9) <> '\x02'::bytea || p_name
    union all
    select c.account_id from connector_configuration c
    where exists (select from jsonb_each_text(c.secrets) t
      where substring(decode(t.value, 'base64') from 1 for 9) <> '\x02'::bytea || p_name)
  ) o group by o.account_id order by o.account_id
$$;
