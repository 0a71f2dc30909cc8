import type { Migration } from './migration.ts'

/** An account chooses what becomes of a price proposal that nobody answers in time. */
export const unansweredProposals: Migration = {
  name: '0147-unanswered-proposals',
  async up(run) {
    await run(`
alter table organization_root_detail add column unanswered_proposal text not null default 'stays_open'
  check (unanswered_proposal in ('stays_open', 'accepted', 'declined'));
-- What the mail of a proposal has announced: a later choice of the account changes nothing for its customer. Those that
-- are mailed already have announced that the product waits.
alter table price_proposal
  add column end_choice text not null default 'stays_open' check (end_choice in ('stays_open', 'accepted', 'declined')),
  add column is_by_deadline boolean not null default false;
create function proposals_ended(p_now timestamptz, p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p join account a on a.id = p.account_id
  where a.status = 'active' and p.answer is null and p.voided_at is null and p.expires_at <= p_now
    and p.end_choice <> 'stays_open'
  order by p.expires_at limit p_limit
$$;

-- A customer who has said nothing is not told to have answered.
alter table customer_notice drop constraint customer_notice_kind_check;
alter table customer_notice add constraint customer_notice_kind_check check (kind in ('item_received', 'price_confirmed',
  'proposal_accepted', 'proposal_declined', 'proposal_ended_accepted', 'proposal_ended_declined', 'buyback_cancelled',
  'item_lost'));
create or replace function note_proposal_answer() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_for_customer(new.account_id, new.buyback_id,
    case when new.is_by_deadline then 'proposal_ended_' else 'proposal_' end || new.answer);
  return null;
end $$;
`)
  },
}
