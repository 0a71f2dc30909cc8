-- What waits until a second person has looked at it.

create table payment_rule (
  account_id uuid primary key references account on delete cascade,
  -- Null asks for one person only.
  release_above_cents integer check (release_above_cents >= 0),
  -- Since when it asks for two.
  on_since timestamptz,
  version integer not null default 1
);
create trigger payment_rule_version before update on payment_rule for each row execute function raise_version();

create function payment_rule_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.release_above_cents is not null and (tg_op = 'INSERT' or old.release_above_cents is null) then
    new.on_since := now();
  end if;
  return new;
end $$;
create trigger payment_rule_on before insert or update on payment_rule for each row execute function payment_rule_on();

create table payment_release (
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  subject text not null check (subject in ('mark', 'file', 'payout', 'payer', 'rule', 'same_imei')),
  state text not null default 'waiting' check (state in ('waiting', 'released', 'refused', 'withdrawn', 'not_needed')),
  payment_id uuid,
  -- Of a payout: the attempt that it lets begin, and a digest of whom it goes to.
  attempt integer,
  payee_digest bytea,
  file_id uuid,
  amount_cents bigint,
  currency text,
  -- Of a payment by hand: what is noted with it.
  note text check (char_length(note) <= 255),
  -- Of the payer or the rule: what it becomes.
  change jsonb,
  made_at timestamptz not null,
  -- Null: the program, because the payment fell due.
  made_by uuid,
  -- As they were called then: buyers act from accounts of their own, and what was decided outlives users.
  made_by_name text,
  decided_at timestamptz,
  -- Null of a withdrawn one: there was nothing left to pay.
  decided_by uuid,
  decided_by_name text,
  reason text check (char_length(reason) <= 255),
  -- When a decision stopped to count: its payment was cancelled, and may be owed again.
  over_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment (account_id, id),
  foreign key (account_id, file_id) references payment_file (account_id, id),
  constraint payment_release_check1 check ((subject = 'payout') = (attempt is not null)),
  constraint payment_release_check2 check ((subject = 'file') = (file_id is not null)),
  constraint payment_release_check3 check ((subject in ('payer', 'rule')) = (change is not null)),
  constraint payment_release_check4 check ((payment_id is not null or file_id is not null) = (amount_cents is not null)),
  constraint payment_release_check5 check ((state = 'waiting') = (decided_at is null)),
  constraint payment_release_check6 check (state <> 'released' or decided_by is not null),
  constraint payment_release_check7 check (state <> 'released' or made_by is null or made_by <> decided_by),
  constraint payment_release_names_payment check ((subject in ('mark', 'payout', 'same_imei')) = (payment_id is not
    null))
);
-- Nothing waits twice.
create unique index payment_release_of_payment on payment_release (account_id, payment_id) where state = 'waiting';
create unique index payment_release_of_file on payment_release (account_id, file_id) where file_id is not null;
create unique index payment_release_of_account on payment_release (account_id, subject)
  where state = 'waiting' and subject in ('payer', 'rule');
create index payment_release_by_payment on payment_release (account_id, payment_id, made_at desc)
  where payment_id is not null;
create index payment_release_by_time on payment_release (account_id, made_at desc, id);
create index payment_release_waiting on payment_release (account_id, made_at) where state = 'waiting';

create function payment_release_names() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.made_by is not null and new.made_by_name is null then
    new.made_by_name := (select u.first_name || ' ' || u.last_name from user_account u where u.id = new.made_by
      order by u.account_id = new.account_id desc limit 1);
  end if;
  if new.decided_by is not null and new.decided_by_name is null then
    new.decided_by_name := (select u.first_name || ' ' || u.last_name from user_account u where u.id = new.decided_by
      order by u.account_id = new.account_id desc limit 1);
  end if;
  return new;
end $$;
create trigger payment_release_names before insert or update on payment_release
  for each row execute function payment_release_names();

-- A payment that is not owed any more, or is on its way, waits for nobody.
create function payment_release_over() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update payment_release r set state = 'withdrawn', decided_at = now() from payment p
  where p.account_id = new.account_id and p.buyback_id = new.id and r.account_id = new.account_id
    and r.payment_id = p.id and r.state = 'waiting';
  if new.payment_status = 'payment_cancelled' then
    update payment_release r set over_at = now() from payment p
    where p.account_id = new.account_id and p.buyback_id = new.id and r.account_id = new.account_id
      and r.payment_id = p.id and r.over_at is null;
  end if;
  return null;
end $$;
create trigger payment_release_over after update of payment_status on buyback
  for each row when ((old.payment_status <> new.payment_status) and (new.payment_status <> all (array['payment_created',
  'payment_failed']))) execute function payment_release_over();

-- A payment falls due here, however its buyback is settled, on the floor, at home or by a file: so the hold begins
-- here. The other buyback is open, or it was while this one was: a sale without a network is open from when it was
-- captured. A cancelling takes back the hold that nobody has looked at, and a loss on the way back makes the payment
-- owed again: what was released about the same buybacks is not asked again.
create function hold_same_imei() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  others text;
begin
  if new.amount_cents = 0 or not exists (select from organization_root_detail d
    where d.account_id = new.account_id and d.same_imei_held) then return null; end if;
  select string_agg(x.number, ', ' order by x.number) into others from (
    select o.identification_number as number
    from item i
    join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
    join item j on j.account_id = i.account_id and j.buyback_id <> i.buyback_id
      -- Fifteen, sixteen and seventeen digits name one device by their first fourteen; a colon comes after every digit.
      and j.imei >= left(i.imei, 14) and j.imei < left(i.imei, 14) || ':'
    join buyback o on o.account_id = j.account_id and o.id = j.buyback_id
    where i.account_id = new.account_id and i.buyback_id = new.buyback_id
      and o.status not in ('bb_cancelled', 'bb_not_completed')
      and (o.settled_at is null or o.settled_at >= least(b.created_at, (select min(h.device_at) from item_history h
        where h.account_id = i.account_id and h.item_id = i.id and h.action = 'create')))
    order by o.created_at desc, o.id limit 10) x;
  if others is null or exists (select from payment_release r where r.account_id = new.account_id
    and r.payment_id = new.id and r.subject = 'same_imei' and r.state = 'released' and r.note = others) then return null; end if;
  insert into payment_release (account_id, id, subject, payment_id, amount_cents, currency, note, made_at)
  values (new.account_id, uuid_v7(), 'same_imei', new.id, new.amount_cents, new.currency, others, now())
  on conflict do nothing;
  return null;
end $$;
create trigger hold_same_imei after insert or update of owed_again_at on payment
  for each row execute function hold_same_imei();
