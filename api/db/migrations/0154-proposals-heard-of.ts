import type { Migration } from './migration.ts'

/** A proposal ends by itself only where its mail has left in time; what was not heard of stays with the quarantine. */
export const proposalsHeardOf: Migration = {
  name: '0154-proposals-heard-of',
  async up(run) {
    await run(`
drop function proposals_ended(timestamptz, integer);
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
`)
  },
}
