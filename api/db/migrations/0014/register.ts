/** The register of purchases, and what follows a settled or closed buyback. */
export const registerTables = `
-- The last line of an account's register; whoever adds one waits for this row, so that the chain never forks.
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
  primary key (account_id, number),
  unique (account_id, buyback_id)
);
create index purchase_register_by_time on purchase_register (account_id, recorded_at);
create trigger purchase_register_append_only before update or delete on purchase_register
  for each row execute function refuse_change();

create function record_purchase(p_account uuid, p_buyback uuid, p_amount integer, p_at timestamptz default now())
  returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
    'description', concat_ws(' ', p.brand, p.label),
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

-- A job of the queue of this name, made with the caller's transaction or not at all.
create function send_job(p_queue text, p_data jsonb, p_wait interval default '0') returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into pgboss.job (id, name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, keep_until, policy)
  select uuid_v7(), q.name, p_data, now() + p_wait, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.expire_seconds, q.deletion_seconds, now() + p_wait + q.retention_seconds * interval '1 second', q.policy
  from pgboss.queue q where q.name = p_queue
$$;

-- Whose attempt a provider speaks of: its word arrives before any account is known.
create function payment_attempt_by_key(p_key text) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.account_id, t.id from payment_attempt t join account a on a.id = t.account_id
  where t.key = p_key and a.status = 'active'
$$;

-- The purchase is made by the transition that settles the buyback: there the price is final and the product the
-- account's. In the same transaction its payment, the register's line and the job that carries it on are made. A
-- buyback that is closed without being settled, or cancelled later, owes nothing more. Deferred to the commit, because
-- the item's facts, which hold what is paid, may be written after the buyback.
create function buyback_payment() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b buyback%rowtype;
  amount integer;
  payment_id uuid := uuid_v7();
begin
  select * into b from buyback where account_id = new.account_id and id = new.id for update;
  if b.status like 'bb_completed%' and b.payment_status in ('awaiting_payment', 'payment_cancelled') then
    select greatest(0, coalesce((i.facts -> 'validated' ->> 'paymentCents')::integer,
      b.validated_price_cents + b.bonus_cents, 0)) into amount
    from item i where i.account_id = b.account_id and i.buyback_id = b.id;
    amount := coalesce(amount, 0);
    insert into payment (account_id, id, buyback_id, amount_cents, currency, payment_mode_id)
    select b.account_id, payment_id, b.id, amount, a.currency, b.payment_mode_id
    from account a where a.id = b.account_id
    on conflict (account_id, buyback_id) do nothing;
    -- What was owed once and cancelled is not owed again.
    if not found then return null; end if;
    perform record_purchase(b.account_id, b.id, amount);
    update buyback set payment_status = case when amount = 0 then 'payment_not_needed' else 'payment_created' end
    where account_id = b.account_id and id = b.id;
    perform send_job('payment-start', jsonb_build_object('accountId', b.account_id, 'paymentId', payment_id));
  elsif b.status in ('bb_cancelled', 'bb_not_completed')
      and b.payment_status in ('awaiting_payment', 'payment_created', 'payment_failed') then
    update buyback set payment_status = 'payment_cancelled' where account_id = b.account_id and id = b.id;
  end if;
  return null;
end $$;
create constraint trigger buyback_payment after update on buyback deferrable initially deferred for each row
  when (old.status <> new.status
    and new.status in ('bb_completed', 'bb_completed_by_price', 'bb_completed_with_absorption',
      'bb_completed_with_negociation', 'bb_cancelled', 'bb_not_completed'))
  execute function buyback_payment();
`
