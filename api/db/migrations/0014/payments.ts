/** Payments, their attempts, the ledger, files of transfers and vouchers. */
export const paymentTables = `
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
  primary key (account_id, id),
  unique (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, payment_mode_id) references payment_mode (account_id, id)
);

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
  primary key (account_id, id),
  unique (account_id, payment_id, number),
  foreign key (account_id, payment_id) references payment (account_id, id),
  foreign key (account_id, file_id) references payment_file (account_id, id),
  check ((state in ('completed', 'failed')) = (ended_at is not null)),
  check ((file_id is null) = (provider <> 'transfer_file'))
);
-- A new attempt only after a definite failure of all before it.
create unique index payment_attempt_alive on payment_attempt (account_id, payment_id) where state <> 'failed';
create index payment_attempt_by_file on payment_attempt (account_id, file_id) where file_id is not null;

-- A voucher or gift card that the program issued: one a payment. The code is its worth.
create table voucher (
  account_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  type text not null check (type in ('voucher', 'gift_card')),
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  issued_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, code),
  unique (account_id, payment_id),
  foreign key (account_id, payment_id) references payment (account_id, id)
);
create trigger voucher_fixed before update or delete on voucher for each row execute function refuse_change();

-- Double entry: the lines of a posting add up to nothing. A payment is owed, paid and cancelled once at most.
create table ledger_entry (
  account_id uuid not null,
  id uuid not null,
  posting_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('owed', 'paid', 'cancelled')),
  ledger text not null check (ledger in ('purchases', 'customers', 'bank', 'manual', 'vouchers', 'provider')),
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  posted_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, payment_id, kind, ledger),
  foreign key (account_id, payment_id) references payment (account_id, id)
);
create index ledger_entry_by_posting on ledger_entry (account_id, posting_id);
create unique index ledger_entry_once on ledger_entry (account_id, payment_id, kind) where amount_cents > 0;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();

create function ledger_balanced() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Whoever writes the status: what is owed, paid and cancelled is posted with it, in the same transaction. The unique
-- index of the ledger makes a second payout impossible, whatever else went wrong.
create function payment_status_posted() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p payment%rowtype;
  posting uuid := uuid_v7();
  credited text;
  posted_kind text;
begin
  if old.payment_status = 'payment_completed' then
    raise exception 'a completed payment stays completed' using errcode = 'check_violation', table = 'buyback',
      constraint = 'payment_completed_stays';
  end if;
  select * into p from payment where account_id = new.account_id and buyback_id = new.id;
  if not found or p.amount_cents = 0 then return null; end if;
  posted_kind := case
    when new.payment_status = 'payment_completed' then 'paid'
    when new.payment_status = 'payment_created' and old.payment_status in ('awaiting_payment', 'payment_cancelled')
      then 'owed'
    when new.payment_status = 'payment_cancelled' then 'cancelled' end;
  if posted_kind is null then return null; end if;
  credited := case posted_kind
    when 'owed' then 'customers'
    when 'cancelled' then 'purchases'
    else case when p.marked_by is not null then 'manual' else
      case p.provider when 'transfer_file' then 'bank' when 'program' then 'vouchers' when 'http' then 'provider'
        else 'manual' end end end;
  insert into ledger_entry (account_id, id, posting_id, payment_id, kind, ledger, amount_cents, currency)
  values
    (p.account_id, uuid_v7(), posting, p.id, posted_kind,
      case posted_kind when 'owed' then 'purchases' else 'customers' end, p.amount_cents, p.currency),
    (p.account_id, uuid_v7(), posting, p.id, posted_kind, credited, - p.amount_cents, p.currency);
  return null;
end $$;
create trigger payment_status_posted after update of payment_status on buyback for each row
  when (old.payment_status <> new.payment_status) execute function payment_status_posted();

create index buyback_by_payment on buyback (account_id, payment_status, promised_payment_on)
  where settled_at is not null;
`
