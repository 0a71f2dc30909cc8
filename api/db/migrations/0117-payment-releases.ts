import type { Migration } from './migration.ts'

/** Above which amount an account asks for two people, and what waits, or waited, for the second one. */
export const paymentReleases: Migration = {
  name: '0117-payment-releases',
  async up(run) {
    await run(`
create table payment_rule (
  account_id uuid primary key references account (id) on delete cascade,
  -- Null asks for one person only.
  release_above_cents integer check (release_above_cents >= 0),
  -- Since when it asks for two.
  on_since timestamptz,
  version integer not null default 1
);
create trigger payment_rule_version before update on payment_rule
  for each row execute function raise_version();

create function payment_rule_on() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.release_above_cents is not null and (tg_op = 'INSERT' or old.release_above_cents is null) then
    new.on_since := now();
  end if;
  return new;
end $$;
create trigger payment_rule_on before insert or update on payment_rule for each row execute function payment_rule_on();

-- Since when a user has the e-mail of now, and is what it is in a module: who has just been made releases nothing.
alter table user_account add column email_since timestamptz not null default now();
update user_account set email_since = created_at;
alter table user_module add column held_since timestamptz not null default now();
create function email_changed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.email_since := now();
  return new;
end $$;
create trigger email_changed before update of email on user_account for each row
  when (old.email is distinct from new.email) execute function email_changed();
create function post_changed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.held_since := now();
  return new;
end $$;
create trigger post_changed before update of user_type on user_module for each row
  when (old.user_type is distinct from new.user_type) execute function post_changed();

create table payment_release (
  account_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  subject text not null check (subject in ('mark', 'file', 'payout', 'payer', 'rule')),
  state text not null default 'waiting'
    check (state in ('waiting', 'released', 'refused', 'withdrawn', 'not_needed')),
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
  check ((subject in ('mark', 'payout')) = (payment_id is not null)),
  check ((subject = 'payout') = (attempt is not null)),
  check ((subject = 'file') = (file_id is not null)),
  check ((subject in ('payer', 'rule')) = (change is not null)),
  check ((payment_id is not null or file_id is not null) = (amount_cents is not null)),
  check ((state = 'waiting') = (decided_at is null)),
  check (state <> 'released' or decided_by is not null),
  check (state <> 'released' or made_by is null or made_by <> decided_by)
);
create function payment_release_names() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger payment_release_names before insert or update on payment_release for each row
  execute function payment_release_names();
-- Nothing waits twice.
create unique index payment_release_of_payment on payment_release (account_id, payment_id) where state = 'waiting';
create unique index payment_release_of_file on payment_release (account_id, file_id) where file_id is not null;
create unique index payment_release_of_account on payment_release (account_id, subject)
  where state = 'waiting' and subject in ('payer', 'rule');
create index payment_release_by_payment on payment_release (account_id, payment_id, made_at desc)
  where payment_id is not null;
create index payment_release_by_time on payment_release (account_id, made_at desc, id);
create index payment_release_waiting on payment_release (account_id, made_at) where state = 'waiting';

-- What a user has marked as paid since a day began.
create index payment_by_marker on payment (account_id, marked_by, completed_at) where marked_by is not null;

-- A payment that is not owed any more, or is on its way, waits for nobody.
create function payment_release_over() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger payment_release_over after update of payment_status on buyback for each row
  when (old.payment_status <> new.payment_status
    and new.payment_status not in ('payment_created', 'payment_failed')) execute function payment_release_over();

-- As before (0024), and what is noted with a payment that waited for a second person. Takes the words about a customer of the current account from all that is kept of the buybacks. The register is
-- another matter: the law asks for its lines.
create or replace function erase_words_about(p_customer uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  buybacks constant uuid[] := array(
    select b.id from buyback b where b.account_id = account and b.customer_id = p_customer);
  items constant uuid[] := array(
    select i.id from item i where i.account_id = account and i.buyback_id = any (buybacks));
begin
  update buyback set cancel_comment = null
    where account_id = account and id = any (buybacks) and cancel_comment is not null;
  update payment set complementary_information = null
    where account_id = account and buyback_id = any (buybacks) and complementary_information is not null;
  update payment_release r set note = null, reason = null, payee_digest = null
    from payment p
    where r.account_id = account and (r.note is not null or r.reason is not null or r.payee_digest is not null)
      and p.account_id = account and p.id = r.payment_id and p.buyback_id = any (buybacks);
  update payment_attempt a set failure = null
    from payment p
    where a.account_id = account and a.failure is not null and p.account_id = account and p.id = a.payment_id
      and p.buyback_id = any (buybacks);
  update item set comment = null, facts = without_comments(facts)
    where account_id = account and id = any (items) and (comment is not null or facts <> without_comments(facts));
  update item_history set comment = null, details = without_comments(details)
    where account_id = account and item_id = any (items)
      and (comment is not null or details <> without_comments(details));
  update sync_op set args = without_comments(args)
    where account_id = account and args <> without_comments(args)
      and (args ->> 'itemId' = any (items::text[])
        or op_id in (select h.op_id from item_history h where h.account_id = account and h.item_id = any (items)));
  update parcel set failure = null
    where account_id = account and (buyback_id = any (buybacks) or item_id = any (items)) and failure is not null;
  update delivery_event e set place = null, text = null
    from parcel p
    where e.account_id = account and (e.place is not null or e.text is not null)
      and p.account_id = account and p.id = e.parcel_id and (p.buyback_id = any (buybacks) or p.item_id = any (items));
end $$;
`)
  },
}
