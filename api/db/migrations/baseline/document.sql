-- Papers of buybacks, and printers.

create table printer (
  account_id uuid not null references account,
  id uuid not null,
  organization_id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  -- As an administrator typed it: a name of the network, or an address.
  host text not null check (host = lower(host) and char_length(host) between 1 and 253),
  port integer not null default 9100 check (port between 9100 and 9109 or port = 6101),
  media text not null default '100x150' check (media in ('100x150', '50x30')),
  dots_per_mm integer not null default 8 check (dots_per_mm in (8, 12)),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, organization_id) references organization (account_id, id)
);
create unique index printer_name on printer (account_id, organization_id, lower(name));
create trigger printer_version before update on printer for each row execute function raise_version();

-- A paper of a buyback: made by a job after the commit that added the row, and then kept as the customer got it.
create table buyback_document (
  account_id uuid not null,
  id uuid not null,
  buyback_id uuid not null,
  kind text not null check (kind in ('transfer_order', 'tracking_sheet', 'shipping_label', 'receipt', 'voucher',
    'gift_card')),
  state text not null default 'awaiting' check (state in ('awaiting', 'ready', 'failed', 'none')),
  -- The number of a parcel, on its label.
  number text check (number ~ '^[0-9]{18}$'),
  bytes bytea check (octet_length(bytes) between 1 and 4194304),
  unknown_variables text[] not null default '{}',
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (account_id, id),
  unique (account_id, buyback_id, kind),
  unique (account_id, number),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  check ((state = 'ready') = (bytes is not null)),
  check ((state = 'ready') = (ready_at is not null))
);
alter table buyback_document alter bytes set storage external;
-- One runner makes the papers of all accounts, so the account does not lead here.
create index buyback_document_due on buyback_document (next_attempt_at) where state = 'awaiting';

-- Hands out due papers of every account to one runner; a runner that dies lets its lease run out.
create function buyback_documents_claim(p_limit integer, p_lease_seconds integer)
  returns table (account_id uuid, id uuid, buyback_id uuid, kind text, attempts integer)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with due as materialized (
    select w.account_id, w.id from buyback_document w
    where w.state = 'awaiting' and w.next_attempt_at <= now()
    order by w.next_attempt_at limit p_limit for update skip locked
  )
  update buyback_document d
  set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => p_lease_seconds)
  from due
  where d.account_id = due.account_id and d.id = due.id
  returning d.account_id, d.id, d.buyback_id, d.kind, d.attempts
$$;

-- The papers of an erased customer name the person, so they go too.
create function customer_papers_erased() returns trigger language plpgsql as $$
begin
  update buyback_document d set state = 'none', bytes = null, ready_at = null, number = null
  from buyback b
  where b.account_id = new.account_id and b.customer_id = new.id
    and d.account_id = b.account_id and d.buyback_id = b.id;
  return null;
end $$;
create trigger customer_papers_erased after update of erased_at on customer
  for each row when ((old.erased_at is null) and (new.erased_at is not null)) execute function customer_papers_erased();
