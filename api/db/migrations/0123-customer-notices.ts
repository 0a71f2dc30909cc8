import type { Migration } from './migration.ts'

/** Customers are told by mail of each step of their buyback, and reminded of a price proposal that waits. */
export const customerNotices: Migration = {
  name: '0123-customer-notices',
  async up(run) {
    await run(`
-- What a customer is still to be told; a row goes once its mail is made. It waits a little, for an operator's last action
-- can be taken back.
create table customer_notice (
  account_id uuid not null references account,
  buyback_id uuid not null,
  kind text not null check (kind in ('item_received', 'price_confirmed', 'proposal_accepted', 'proposal_declined',
    'buyback_cancelled', 'item_lost')),
  due_at timestamptz not null default clock_timestamp() + interval '2 minutes',
  attempts integer not null default 0,
  -- No key of the buyback: checking it would lock that row after the item's, against the order of locks.
  primary key (account_id, buyback_id, kind)
);
create index customer_notice_due on customer_notice (due_at);

create function note_for_customer(p_account uuid, p_buyback uuid, p_kind text) returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into customer_notice (account_id, buyback_id, kind) values (p_account, p_buyback, p_kind) on conflict do nothing
$$;
create function note_buyback_step() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'bb_cancelled' and old.status <> new.status then
    perform note_for_customer(new.account_id, new.id, 'buyback_cancelled');
  elsif new.validated_price_cents is not null and old.validated_price_cents is null then
    perform note_for_customer(new.account_id, new.id, 'price_confirmed');
  end if;
  return null;
end $$;
create trigger buyback_step_noted after update of status, validated_price_cents on buyback
  for each row execute function note_buyback_step();
-- A loss is written on the item before its buyback, which still says here whether the price was final before: nobody is
-- told of what is lost or found after that, nor that a payment follows which was made or is under way.
create function note_item_step() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from buyback b where b.account_id = new.account_id and b.id = new.buyback_id
    and b.status not like 'bb_completed%'
    and (new.status = 'item_awaiting_compliancy_tests'
      or b.payment_status in ('awaiting_payment', 'payment_cancelled', 'payment_not_needed'))) then
    perform note_for_customer(new.account_id, new.buyback_id,
      case when new.status like 'item_lost%' then 'item_lost' else 'item_received' end);
  end if;
  return null;
end $$;
create trigger item_step_noted after update of status on item for each row
  when (old.status is distinct from new.status
    and new.status in ('item_awaiting_compliancy_tests', 'item_lost_store', 'item_lost_transport', 'item_lost_warehouse'))
  execute function note_item_step();
create function note_proposal_answer() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_for_customer(new.account_id, new.buyback_id, 'proposal_' || new.answer);
  return null;
end $$;
create trigger proposal_answer_noted after update of answer on price_proposal for each row
  when (old.answer is null and new.answer is not null) execute function note_proposal_answer();
create function customer_notices_due(p_limit integer) returns table (account_id uuid, buyback_id uuid, kind text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.account_id, n.buyback_id, n.kind from customer_notice n join account a on a.id = n.account_id
  where a.status = 'active' and n.due_at <= now() order by n.due_at limit p_limit
$$;

-- Where an answer to a mail goes: to the account's seller support, if a customer is written to.
create function mail_reply_to(p_account uuid, p_id uuid) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.seller_support_email from mail_message m join organization_root_detail d on d.account_id = m.account_id
  where m.account_id = p_account and m.id = p_id and cardinality(m.buyback_ids) > 0
$$;

-- A reminder has a link of its own, and the earlier ones stay good: a token is kept by its digest alone.
alter table price_proposal
  add column earlier_token_hashes bytea[] not null default '{}',
  add column reminders integer not null default 0;
create index price_proposal_by_earlier_token on price_proposal using gin (earlier_token_hashes)
  where earlier_token_hashes <> '{}';
create index price_proposal_waiting on price_proposal (expires_at) where answer is null and voided_at is null;
create or replace function proposal_by_token(p_token_hash bytea) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.token_hash = p_token_hash
  union all
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.earlier_token_hashes <> '{}' and p.earlier_token_hashes @> array[p_token_hash]
$$;
create or replace function account_of_link(p_token_hash bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id from price_proposal p where p.token_hash = p_token_hash
  union all select p.account_id from price_proposal p
    where p.earlier_token_hashes <> '{}' and p.earlier_token_hashes @> array[p_token_hash]
  union all select q.account_id from quote q where q.token_hash = p_token_hash
  union all select t.account_id from password_token t where t.token_hash = p_token_hash
  limit 1
$$;
-- Proposals that wait for their answer, and whose next reminder's day has come: a week, and two days before the end.
create function proposal_reminders_due(p_now timestamptz, p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.answer is null and p.voided_at is null and p.expires_at > p_now
    and p.expires_at <= p_now + case p.reminders when 0 then interval '7 days' else interval '2 days' end
    and p.reminders < 2
  order by p.expires_at limit p_limit
$$;
`)
  },
}
