-- The register of purchases, a chain of lines.

create function purchase_told(content text) returns text language sql immutable strict parallel safe as $$
  select public.search_text(concat_ws(' ', l.line ->> 'description', l.line ->> 'imei', l.line ->> 'serialNumber',
    l.line ->> 'buybackCode', l.line #>> '{seller,firstName}', l.line #>> '{seller,lastName}'))
  from (select content::jsonb as line) l
$$;

-- The last line of an account's register; who adds one waits for this row, so that the chain never forks.
create table purchase_register_head (
  account_id uuid primary key references account,
  number bigint not null check (number > 0),
  hash bytea not null check (octet_length(hash) = 32)
);

-- Purchases as the law on second-hand dealers asks (French Penal Code 321-7): append only, and each line's hash is
-- made of the one before and of the content's very bytes, so that a change of any line shows.
create table purchase_register (
  account_id uuid not null references account,
  number bigint not null check (number > 0),
  buyback_id uuid not null,
  recorded_at timestamptz not null,
  content text not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  told text not null generated always as (purchase_told(content)) stored,
  primary key (account_id, number),
  unique (account_id, buyback_id)
);
create index purchase_register_by_time on purchase_register (account_id, recorded_at);
create index purchase_register_told on purchase_register using gin (account_id, told gin_trgm_ops);
create trigger purchase_register_append_only before delete or update on purchase_register
  for each row execute function refuse_change();

create function record_purchase(p_account uuid, p_buyback uuid, p_amount integer, p_at timestamptz default now())
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head purchase_register_head%rowtype;
  line text;
  next_number bigint;
begin
  if exists (select 1 from purchase_register r where r.account_id = p_account and r.buyback_id = p_buyback) then
    return;
  end if;
  insert into purchase_register_head (account_id, number, hash)
  values (p_account, 1, sha256(convert_to(p_account::text, 'UTF8')))
  on conflict (account_id) do update set number = purchase_register_head.number + 1
  returning * into head;
  next_number := head.number;
  select jsonb_build_object(
    'number', next_number,
    'recordedAt', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'buybackId', b.id,
    'buybackCode', b.identification_number,
    'purchasedAt', to_char(b.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    -- As the product is called everywhere: the brand once, also where the label begins with it.
    'description', case when p.brand is null or starts_with(lower(p.label), lower(p.brand))
      then p.label else p.brand || ' ' || p.label end,
    'category', g.name,
    'serialNumber', i.serial_number,
    'imei', i.imei,
    'seller', case when c.id is not null then jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name,
      'street', c.street, 'streetMore', c.street_more, 'zipCode', c.zip_code, 'city', c.city, 'country', c.country) end,
    'sealedIdentity', to_jsonb(c) -> 'register_identity',
    'priceCents', p_amount,
    'currency', a.currency,
    'paymentMeans', m.label
  )::text into line
  from buyback b
  join account a on a.id = b.account_id
  join product p on p.account_id = b.account_id and p.id = b.product_id
  join category g on g.account_id = b.account_id and g.id = b.category_id
  left join item i on i.account_id = b.account_id and i.buyback_id = b.id
  left join customer c on c.account_id = b.account_id and c.id = b.customer_id
  left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
  where b.account_id = p_account and b.id = p_buyback;
  insert into purchase_register (account_id, number, buyback_id, recorded_at, content, previous_hash, hash)
  values (p_account, next_number, p_buyback, p_at, line, head.hash, sha256(head.hash || convert_to(line, 'UTF8')));
  update purchase_register_head set hash = sha256(head.hash || convert_to(line, 'UTF8')) where account_id = p_account;
end $$;

create function register_heads_due(p_now timestamptz)
  returns table (account_id uuid, day date, number bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, l.day, l.number, l.hash
  from purchase_register_head h
  join account a on a.id = h.account_id and a.status = 'active'
  cross join lateral (
    select (r.recorded_at at time zone a.time_zone)::date as day, r.number, r.hash from purchase_register r
    where r.account_id = a.id
      and r.recorded_at < (p_now at time zone a.time_zone)::date::timestamp at time zone a.time_zone
      and r.recorded_at >= p_now - interval '8 days'
    order by r.number desc limit 1) l
  where not exists (select from mail_message m
    where m.account_id = a.id and m.dedupe_key = 'register_head:' || to_char(l.day, 'YYYY-MM-DD'))
$$;

-- Lines of the current account's register that say each word of a text.
create function purchases_told(p_text text) returns setof bigint
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := told_words(p_text);
  pattern constant text := told_pattern(words[1]);
begin
  return query select r.number from purchase_register r where r.account_id = account and r.told like pattern
    and not exists (select from unnest(words) w (word) where strpos(r.told, w.word) = 0);
end $$;
