-- Payments, their attempts, files and vouchers, and the ledger.

-- Whose money files of transfers debit; one an account.
create table payer (
  account_id uuid primary key references account,
  name text not null check (char_length(name) between 1 and 70),
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  town text not null check (char_length(town) between 1 and 35),
  country text not null check (country ~ '^[A-Z]{2}$'),
  updated_at timestamptz not null default now()
);

-- What is owed for a settled buyback: one a buyback. Its status is buyback.payment_status, and its promised day is
-- buyback.promised_payment_on: each has that one place.
create table payment (
  account_id uuid not null,
  id uuid not null,
  buyback_id uuid not null,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  payment_mode_id uuid,
  -- Null until the job that follows settling has chosen who carries it out.
  provider text check (provider in ('manual', 'transfer_file', 'program', 'http')),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  completed_at timestamptz,
  complementary_information text check (char_length(complementary_information) <= 255),
  marked_by uuid,
  owed_again_at timestamptz,
  absorbed_cents integer not null default 0 check (absorbed_cents between 0 and amount_cents),
  primary key (account_id, id),
  unique (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, payment_mode_id) references payment_mode (account_id, id)
);
-- What a user has marked as paid since a day began.
create index payment_by_marker on payment (account_id, marked_by, completed_at) where marked_by is not null;

create table payment_file (
  account_id uuid not null references account,
  id uuid not null,
  message_id text not null check (char_length(message_id) between 1 and 35),
  created_at timestamptz not null,
  created_by uuid,
  execute_on date not null,
  count integer not null check (count > 0),
  total_cents bigint not null check (total_cents > 0),
  currency text not null,
  -- The payer as it was when the file was made.
  payer jsonb not null,
  sent_at timestamptz,
  sent_by uuid,
  told text not null generated always as (search_text(message_id)) stored,
  primary key (account_id, id),
  unique (account_id, message_id)
);
create index payment_file_by_time on payment_file (account_id, created_at desc, id);

-- What a provider was asked: the key, made of payment and number, is what the provider knows the attempt by.
create table payment_attempt (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  number integer not null check (number > 0),
  key text not null unique check (char_length(key) between 1 and 35),
  provider text not null check (provider in ('transfer_file', 'program', 'http')),
  state text not null default 'started' check (state in ('started', 'accepted', 'completed', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz,
  reference text check (char_length(reference) <= 255),
  failure text check (char_length(failure) <= 255),
  file_id uuid,
  -- The payee of a transfer, sealed.
  payee bytea,
  -- Which of the account's payout services an attempt was sent to, and by which address and key; none: the
  -- installation's. It stays while an attempt names it, for it alone can say what became of that one.
  configuration_id uuid,
  service_mark text check (service_mark ~ '^[0-9a-f]{64}$'),
  primary key (account_id, id),
  unique (account_id, payment_id, number),
  foreign key (account_id, payment_id) references payment (account_id, id),
  foreign key (account_id, file_id) references payment_file (account_id, id),
  constraint payment_attempt_configuration foreign key (account_id, configuration_id) references
    connector_configuration (account_id, id),
  check ((state in ('completed', 'failed')) = (ended_at is not null)),
  check ((file_id is null) = (provider <> 'transfer_file')),
  constraint payment_attempt_service check ((configuration_id is null) = (service_mark is null)
    and (configuration_id is null or provider = 'http'))
);
-- A new attempt only after a definite failure of all before it.
create unique index payment_attempt_alive on payment_attempt (account_id, payment_id) where state <> 'failed';
create index payment_attempt_by_file on payment_attempt (account_id, file_id) where file_id is not null;
create index payment_attempt_open on payment_attempt (started_at, id)
  where provider = 'http' and state in ('started', 'accepted');
create index payment_attempt_by_configuration on payment_attempt (account_id, configuration_id)
  where configuration_id is not null;

-- A voucher or gift card that the program issued: one a payment. The code is its worth.
create table voucher (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  type text not null check (type in ('voucher', 'gift_card')),
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}([0-9A-HJKMNP-TV-Z]{8})?$'),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  issued_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, code),
  unique (account_id, payment_id),
  foreign key (account_id, payment_id) references payment (account_id, id)
);
create trigger voucher_fixed before delete or update on voucher for each row execute function refuse_change();

-- Double entry: the lines of a posting add up to nothing. A payment is owed, paid and cancelled once at most.
create table ledger_entry (
  account_id uuid not null,
  id uuid not null,
  posting_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('owed', 'paid', 'cancelled')),
  ledger text not null
    check (ledger in ('purchases', 'absorption', 'customers', 'bank', 'manual', 'vouchers', 'provider')),
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  posted_at timestamptz not null default now(),
  -- What is owed and cancelled may come round again; what is paid never does.
  round integer not null default 1 check (round > 0),
  primary key (account_id, id),
  unique (account_id, payment_id, kind, ledger, round),
  foreign key (account_id, payment_id) references payment (account_id, id)
);
create index ledger_entry_by_posting on ledger_entry (account_id, posting_id);
create unique index ledger_entry_paid_once on ledger_entry (account_id, payment_id)
  where kind = 'paid' and amount_cents > 0;
create unique index ledger_entry_once on ledger_entry (account_id, payment_id, kind, round) where ledger = 'customers';
create trigger ledger_entry_append_only before delete or update on ledger_entry
  for each row execute function refuse_change();

create function ledger_balanced() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select sum(e.amount_cents) from ledger_entry e
      where e.account_id = new.account_id and e.posting_id = new.posting_id) <> 0
    or (select count(distinct (e.payment_id, e.kind, e.currency)) from ledger_entry e
      where e.account_id = new.account_id and e.posting_id = new.posting_id) <> 1 then
    raise exception 'the lines of a posting do not balance' using errcode = 'check_violation',
      table = 'ledger_entry', constraint = 'ledger_entry_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_balanced();

-- Regardless of who writes the status, what is owed, paid and cancelled is posted with it, in the same transaction. The
-- unique index of the ledger makes a second payout impossible, whatever else went wrong.
create function payment_status_posted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p payment%rowtype;
  posting uuid := uuid_v7();
  credited text;
  posted_kind text;
  posted_round integer;
  signum integer;
  absorbed integer;
begin
  if old.payment_status = 'payment_completed' then
    raise exception 'a completed payment stays completed' using errcode = 'check_violation', table = 'buyback',
      constraint = 'payment_completed_stays';
  end if;
  select * into p from payment where account_id = new.account_id and buyback_id = new.id;
  if not found or p.amount_cents = 0 then return null; end if;
  posted_kind := case
    when new.payment_status = 'payment_completed' then 'paid'
    when new.payment_status = 'payment_created'
      and old.payment_status in ('awaiting_payment', 'payment_cancelled', 'payment_not_needed') then 'owed'
    when new.payment_status = 'payment_cancelled' then 'cancelled' end;
  if posted_kind is null then return null; end if;
  select count(*) into posted_round from ledger_entry e
  where e.account_id = p.account_id and e.payment_id = p.id and e.kind = 'owed' and e.ledger = 'customers';
  posted_round := case posted_kind when 'owed' then posted_round + 1 when 'cancelled' then posted_round else 1 end;
  credited := case when p.marked_by is not null then 'manual' else
    case p.provider when 'transfer_file' then 'bank' when 'program' then 'vouchers' when 'http' then 'provider'
      else 'manual' end end;
  signum := case posted_kind when 'owed' then 1 else -1 end;
  -- What the retailer absorbs is no purchase of the buyer's. Cancelling takes back what was posted, and until this was
  -- told apart all was posted as a purchase.
  absorbed := case posted_kind when 'owed' then p.absorbed_cents when 'cancelled' then coalesce((
    select sum(e.amount_cents) from ledger_entry e where e.account_id = p.account_id and e.payment_id = p.id
      and e.kind = 'owed' and e.round = posted_round and e.ledger = 'absorption'), 0) else 0 end;
  insert into ledger_entry (account_id, id, posting_id, payment_id, kind, ledger, amount_cents, currency, round)
  select p.account_id, uuid_v7(), posting, p.id, posted_kind, l.ledger, l.cents, p.currency, posted_round
  from (values ('customers', - signum * p.amount_cents),
    (case posted_kind when 'paid' then credited else 'purchases' end,
      signum * (p.amount_cents - absorbed)),
    ('absorption', signum * absorbed)) l (ledger, cents)
  where l.cents <> 0;
  return null;
end $$;
create trigger payment_status_posted after update of payment_status on buyback
  for each row when (old.payment_status <> new.payment_status) execute function payment_status_posted();

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
create function buyback_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  b buyback%rowtype;
  amount integer;
  absorbed integer;
  v_payment_id uuid;
begin
  select * into b from buyback where account_id = new.account_id and id = new.id for update;
  if b.status like 'bb_completed%'
      and b.payment_status in ('awaiting_payment', 'payment_cancelled', 'payment_not_needed') then
    select greatest(0, coalesce((i.facts -> 'validated' ->> 'paymentCents')::integer,
      b.validated_price_cents + b.bonus_cents, 0)),
      case when b.status = 'bb_completed_with_absorption'
        then coalesce((i.facts -> 'control' ->> 'absorbedCents')::integer, 0) else 0 end into amount, absorbed
    from item i where i.account_id = b.account_id and i.buyback_id = b.id;
    amount := coalesce(amount, 0);
    absorbed := greatest(0, least(coalesce(absorbed, 0), amount));
    v_payment_id := uuid_v7();
    insert into payment (account_id, id, buyback_id, amount_cents, absorbed_cents, currency, payment_mode_id)
    select b.account_id, v_payment_id, b.id, amount, absorbed, a.currency, b.payment_mode_id
    from account a where a.id = b.account_id
    on conflict (account_id, buyback_id) do nothing;
    if not found then
      -- Settled, cancelled, and lost on its way back: the customer has neither the product nor money.
      if old.status not in ('bb_cancelled', 'bb_not_completed') then return null; end if;
      update payment p set amount_cents = amount, absorbed_cents = absorbed, owed_again_at = now()
      where p.account_id = b.account_id and p.buyback_id = b.id returning p.id into v_payment_id;
      update buyback set promised_payment_on = null where account_id = b.account_id and id = b.id;
    end if;
    perform record_purchase(b.account_id, b.id, amount);
    update buyback set payment_status = case when amount = 0 then 'payment_not_needed' else 'payment_created' end
    where account_id = b.account_id and id = b.id;
    perform send_job('payment-start', jsonb_build_object('accountId', b.account_id, 'paymentId', v_payment_id));
  elsif b.status in ('bb_cancelled', 'bb_not_completed')
      and b.payment_status in ('awaiting_payment', 'payment_created', 'payment_failed') then
    update buyback set payment_status = 'payment_cancelled' where account_id = b.account_id and id = b.id;
  end if;
  return null;
end $$;
create constraint trigger buyback_payment after update on buyback deferrable initially deferred
  for each row when ((old.status <> new.status) and (new.status = any (array['bb_completed', 'bb_completed_by_price',
  'bb_completed_with_absorption', 'bb_completed_with_negociation', 'bb_cancelled', 'bb_not_completed']))) execute
    function buyback_payment();

-- Those at the installation's service are left out by a process that has none: they would stand before the others.
create function payments_unasked(p_limit integer, p_served boolean) returns table (account_id uuid, payment_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.account_id, t.payment_id from payment_attempt t
  where t.provider = 'http' and t.state in ('started', 'accepted') and (p_served or t.configuration_id is not null)
    and not exists (select from pgboss.job j
      where j.name in ('payment-start', 'payment-ask')
        and j.data = jsonb_build_object('accountId', t.account_id, 'paymentId', t.payment_id)
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active'))
  order by t.started_at, t.id limit p_limit
$$;
