-- Price proposals and returns.

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
  -- How often the database could not make a proposal's mail, and when it is tried again.
  mail_attempts integer not null default 0 check (mail_attempts >= 0),
  mail_due_at timestamptz,
  -- A reminder has a link of its own, and the earlier ones stay good: a token is kept by its digest alone.
  earlier_token_hashes bytea[] not null default '{}',
  reminders integer not null default 0,
  -- What the mail of a proposal has announced: a later choice of the account changes nothing for its customer. Those
  -- that are mailed already have announced that the product waits.
  end_choice text not null default 'stays_open' check (end_choice in ('stays_open', 'accepted', 'declined')),
  is_by_deadline boolean not null default false,
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
create index price_proposal_by_earlier_token on price_proposal using gin (earlier_token_hashes)
  where earlier_token_hashes <> '{}';
create index price_proposal_waiting on price_proposal (expires_at) where answer is null and voided_at is null;

create function note_proposal_answer() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_for_customer(new.account_id, new.buyback_id,
    case when new.is_by_deadline then 'proposal_ended_' else 'proposal_' end || new.answer);
  return null;
end $$;
create trigger proposal_answer_noted after update of answer on price_proposal
  for each row when ((old.answer is null) and (new.answer is not null)) execute function note_proposal_answer();

-- The label for the way back to the customer: one an item, whose number names the parcel.
create table return_label (
  account_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  number text not null check (number ~ '^[0-9]{18}$'),
  created_at timestamptz not null default now(),
  created_by uuid,
  -- A label is used up when its product leaves with it; an item has one unused label at most.
  left_at timestamptz,
  primary key (account_id, id),
  unique (account_id, number),
  unique (account_id, item_id, id),
  foreign key (account_id, item_id) references item (account_id, id)
);
create unique index return_label_unused on return_label (account_id, item_id) where left_at is null;

-- Regardless of who writes the item, a test that ends in quarantine with a price proposes it, and leaving quarantine
-- voids it.
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
create trigger buyback_proposal after update on buyback
  for each row when ((old.status = 'bb_in_processing') and (new.status <> 'bb_in_processing')) execute function
  buyback_proposal();

-- Proposals of every account whose mail is still to be made.
create function proposals_due(p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p
  where p.token_hash is null and p.mail_problem is null and p.voided_at is null
    and (p.mail_due_at is null or p.mail_due_at <= now())
  order by p.created_at limit p_limit
$$;

create function proposal_by_token(p_token_hash bytea) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.token_hash = p_token_hash
  union all
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.earlier_token_hashes <> '{}' and p.earlier_token_hashes @> array[p_token_hash]
$$;

-- Regardless of who writes the item, the label that it has no more has left with it.
create function return_label_left() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update return_label set left_at = now()
  where account_id = new.account_id and item_id = new.id and left_at is null;
  return null;
end $$;
create trigger return_label_left after update on item
  for each row when (((old.facts -> 'hasReturnLabel') = 'true'::jsonb) and ((new.facts -> 'hasReturnLabel') =
  'false'::jsonb)) execute function return_label_left();

-- Proposals that wait for their answer, and whose next reminder's day has come: a week, and two days before the end.
create function proposal_reminders_due(p_now timestamptz, p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.answer is null and p.voided_at is null and p.expires_at > p_now
    and p.expires_at <= p_now + case p.reminders when 0 then interval '7 days' else interval '2 days' end
    and p.reminders < 2
  order by p.expires_at limit p_limit
$$;

create function proposals_ended(p_now timestamptz, p_after timestamptz, p_after_id uuid, p_limit integer)
  returns table (account_id uuid, id uuid, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id, p.expires_at from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.answer is null and p.voided_at is null and p.expires_at <= p_now
    and p.end_choice <> 'stays_open'
    and (p_after is null or (p.expires_at, p.id) > (p_after, p_after_id))
    and exists (select from mail_message m where m.account_id = p.account_id
      and m.dedupe_key = 'price_proposal:' || p.id and m.status = 'sent'
      and m.sent_at <= p.expires_at - interval '14 days')
  order by p.expires_at, p.id limit p_limit
$$;
