import type { Migration } from './migration.ts'

/**
 * What a retailer absorbs of a lower controlled price is posted apart from the purchase: the buyer pays the controlled
 * price, the retailer the difference, and the customer receives both (lifecycle, money rule 5).
 */
export const absorbedPayments: Migration = {
  name: '0119-absorbed-payments',
  async up(run) {
    await run(`
alter table payment add column absorbed_cents integer not null default 0
  check (absorbed_cents between 0 and amount_cents);
alter table ledger_entry drop constraint ledger_entry_ledger_check;
alter table ledger_entry add constraint ledger_entry_ledger_check
  check (ledger in ('purchases', 'absorption', 'customers', 'bank', 'manual', 'vouchers', 'provider'));
-- Each posting has one line of the customer's, however many stand against it.
drop index ledger_entry_once;
create unique index ledger_entry_once on ledger_entry (account_id, payment_id, kind, round) where ledger = 'customers';

create or replace function payment_status_posted() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
  -- What the retailer absorbs is no purchase of the buyer's. Cancelling takes back what was posted, and until this was told
  -- apart all was posted as a purchase.
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

create or replace function buyback_payment() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- The item keeps what was absorbed of payments made before. Their postings stay as they are.
update payment p set absorbed_cents = least(p.amount_cents, (i.facts -> 'control' ->> 'absorbedCents')::integer)
from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
where b.account_id = p.account_id and b.id = p.buyback_id and b.status = 'bb_completed_with_absorption'
  and (i.facts -> 'control' ->> 'absorbedCents')::integer > 0;
`)
  },
}
