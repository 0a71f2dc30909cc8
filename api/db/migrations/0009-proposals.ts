import type { Migration } from './migration.ts'

/** Price proposals to customers, and labels for the way back. */
export const proposals: Migration = {
  name: '0009-proposals',
  async up(run) {
    await run(`
-- A lower price that a test proposes to the customer. Its mail is made after the commit that made the row, and with it
-- the token; the token itself is nowhere but in the mail.
create table price_proposal (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  buyback_id uuid not null,
  price_cents integer not null check (price_cents >= 0),
  created_at timestamptz not null default now(),
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  mail_problem text check (mail_problem in ('no_address', 'failed')),
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  voided_at timestamptz,
  void_reason text check (void_reason in ('released', 'closed', 'replaced')),
  primary key (account_id, id),
  foreign key (account_id, item_id) references item (account_id, id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  check ((answer is null) = (answered_at is null)),
  check ((voided_at is null) = (void_reason is null)),
  check ((token_hash is null) = (expires_at is null)),
  check (answer is null or (voided_at is null and token_hash is not null))
);
create index price_proposal_by_item on price_proposal (account_id, item_id, created_at desc);
create index price_proposal_by_buyback on price_proposal (account_id, buyback_id);
create unique index price_proposal_open on price_proposal (account_id, item_id)
  where answer is null and voided_at is null;
-- One runner mails the proposals of all accounts, so the account does not lead here.
create index price_proposal_due on price_proposal (created_at)
  where token_hash is null and mail_problem is null and voided_at is null;

-- Whoever writes the item: a test that ends in quarantine with a price proposes it, and leaving quarantine voids it.
create function item_proposal() returns trigger language plpgsql as $$
begin
  if old.status = 'item_in_quarantine' then
    update price_proposal set voided_at = now(),
      void_reason = case when new.status = 'item_in_quarantine' then 'replaced' else 'released' end
    where account_id = new.account_id and item_id = new.id and answer is null and voided_at is null;
  end if;
  if new.status = 'item_in_quarantine' and new.facts -> 'control' ->> 'outcome' = 'proposal'
      and new.facts -> 'control' -> 'atMs' is distinct from old.facts -> 'control' -> 'atMs' then
    insert into price_proposal (account_id, id, item_id, buyback_id, price_cents)
    values (new.account_id, uuid_v7(), new.id, new.buyback_id, (new.facts -> 'control' ->> 'priceCents')::integer);
  end if;
  return null;
end $$;
create trigger item_proposal after update on item for each row
  when (('item_in_quarantine' in (old.status, new.status))
    and (old.status <> new.status
      or new.facts -> 'control' -> 'atMs' is distinct from old.facts -> 'control' -> 'atMs'))
  execute function item_proposal();

create function buyback_proposal() returns trigger language plpgsql as $$
begin
  update price_proposal set voided_at = now(), void_reason = 'closed'
  where account_id = new.account_id and buyback_id = new.id and answer is null and voided_at is null;
  return null;
end $$;
create trigger buyback_proposal after update on buyback for each row
  when (old.status = 'bb_in_processing' and new.status <> 'bb_in_processing')
  execute function buyback_proposal();

-- Proposals of every account whose mail is still to be made.
create function proposals_due(p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p
  where p.token_hash is null and p.mail_problem is null and p.voided_at is null
  order by p.created_at limit p_limit
$$;
create function proposal_by_token(p_token_hash bytea) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where p.token_hash = p_token_hash and a.status = 'active'
$$;

-- The label for the way back to the customer: one an item, whose number names the parcel.
create table return_label (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  number text not null check (number ~ '^[0-9]{18}$'),
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (account_id, id),
  unique (account_id, item_id),
  unique (account_id, number),
  foreign key (account_id, item_id) references item (account_id, id)
);
`)
  },
}
