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
  version integer not null default 1
);
create trigger payment_rule_version before update on payment_rule
  for each row execute function raise_version();

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
  decided_at timestamptz,
  -- Null of a withdrawn one: there was nothing left to pay.
  decided_by uuid,
  reason text check (char_length(reason) <= 255),
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
  return null;
end $$;
create trigger payment_release_over after update of payment_status on buyback for each row
  when (old.payment_status <> new.payment_status
    and new.payment_status not in ('payment_created', 'payment_failed')) execute function payment_release_over();
`)
  },
}
