import type { Migration } from './migration.ts'

/** Where an account wants it, the payment of a device that is in another buyback too waits until a person has looked. */
export const sameImeiHeld: Migration = {
  name: '0162-same-imei-held',
  async up(run) {
    await run(`
alter table organization_root_detail add column same_imei_held boolean not null default false;

alter table payment_release drop constraint payment_release_subject_check;
alter table payment_release add constraint payment_release_subject_check
  check (subject in ('mark', 'file', 'payout', 'payer', 'rule', 'same_imei'));
do $$
declare
  found record;
begin
  for found in select conname from pg_constraint where conrelid = 'payment_release'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%payment_id IS NOT NULL%' and pg_get_constraintdef(oid) like '%payout%'
    and pg_get_constraintdef(oid) like '%mark%'
  loop
    execute format('alter table payment_release drop constraint %I', found.conname);
  end loop;
end $$;
alter table payment_release add constraint payment_release_names_payment
  check ((subject in ('mark', 'payout', 'same_imei')) = (payment_id is not null));

-- A payment falls due here, however its buyback is settled, on the floor, at home or by a file: so the hold begins here. The
-- other buyback is open, or it was while this one was: a sale without a network is open from when it was captured. A
-- cancelling takes back the hold that nobody has looked at, and a loss on the way back makes the payment owed again: what
-- was released about the same buybacks is not asked again.
create function hold_same_imei() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
`)
  },
}
