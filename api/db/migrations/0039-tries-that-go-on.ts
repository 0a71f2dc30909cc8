import type { Migration } from './migration.ts'

/** One job at a time asks an outside service about a payment or a parcel, as long as its outcome is open. */
export const triesThatGoOn: Migration = {
  name: '0039-tries-that-go-on',
  async up(run) {
    await run(`
-- What a queue still has to do with a thing, however many jobs it has done.
create index job_of_content on pgboss.job_common (name, data) where state <> 'completed';

-- As send_job, but once for a thing: a job of the queue that waits with the same data is brought forward, and one that
-- ran out of tries begins anew, so that what has been given up shows no more as failed.
create function send_job_once(p_queue text, p_data jsonb, p_wait interval default '0') returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update pgboss.job j set start_after = least(j.start_after, now() + p_wait)
  where j.name = p_queue and j.data = p_data and j.state <> 'completed' and j.state in ('created', 'retry');
  if found then return; end if;
  update pgboss.job j set state = 'created', retry_count = 0, retry_limit = q.retry_limit, started_on = null,
    completed_on = null, start_after = now() + p_wait,
    keep_until = now() + p_wait + q.retention_seconds * interval '1 second'
  from pgboss.queue q
  where q.name = p_queue and j.name = p_queue and j.id = (
    select f.id from pgboss.job f
    where f.name = p_queue and f.data = p_data and f.state <> 'completed' and f.state = 'failed'
    order by f.created_on desc, f.id desc limit 1);
  if found then return; end if;
  perform send_job(p_queue, p_data, p_wait);
end $$;

create index payment_attempt_open on payment_attempt (started_at, id)
  where provider = 'http' and state in ('started', 'accepted');
create index parcel_open on parcel (updated_at, id) where state in ('ordering', 'cancelling');

-- Payments of all accounts whose outcome at the service is open, and for which no job waits or runs.
create function payments_unasked(p_limit integer) returns table (account_id uuid, payment_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.account_id, t.payment_id from payment_attempt t
  where t.provider = 'http' and t.state in ('started', 'accepted')
    and not exists (select from pgboss.job j
      where j.name in ('payment-start', 'payment-ask')
        and j.data = jsonb_build_object('accountId', t.account_id, 'paymentId', t.payment_id)
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active'))
  order by t.started_at, t.id limit p_limit
$$;

-- Parcels of all accounts whose order or its cancelling is open, and for which no job waits or runs.
create function parcels_unasked(p_limit integer) returns table (account_id uuid, parcel_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from parcel p
  where p.state in ('ordering', 'cancelling')
    and not exists (select from pgboss.job j
      where j.name = case p.state when 'ordering' then 'carrier-order' else 'carrier-cancel' end
        and j.data = jsonb_build_object('accountId', p.account_id, 'parcelId', p.id)
        and j.state <> 'completed' and j.state in ('created', 'retry', 'active'))
  order by p.updated_at, p.id limit p_limit
$$;

-- How often the database could not make a proposal's mail, and when it is tried again.
alter table price_proposal add column mail_attempts integer not null default 0 check (mail_attempts >= 0),
  add column mail_due_at timestamptz;

-- Proposals of every account whose mail is still to be made.
create or replace function proposals_due(p_limit integer) returns table (account_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.account_id, p.id from price_proposal p
  where p.token_hash is null and p.mail_problem is null and p.voided_at is null
    and (p.mail_due_at is null or p.mail_due_at <= now())
  order by p.created_at limit p_limit
$$;
`)
  },
}
