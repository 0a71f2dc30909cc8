-- The queues of jobs in the tables of pg-boss, and how triggers and calls put a job there.

-- What a queue still has to do with a thing, however many jobs it has done.
create index job_of_content on pgboss.job_common (name, data) where state <> 'completed';

select pgboss.create_queue('payment-start', '{"policy": "standard", "retryLimit": 8, "retryDelay": 5, "retryBackoff": true,
  "retryDelayMax": 600, "expireInSeconds": 120, "retentionSeconds": 7776000, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('payment-ask', '{"policy": "standard", "retryLimit": 30, "retryDelay": 10, "retryBackoff": true,
  "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('carrier-order', '{"policy": "standard", "retryLimit": 14, "retryDelay": 5,
  "retryBackoff": true, "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('carrier-cancel', '{"policy": "standard", "retryLimit": 14, "retryDelay": 5,
  "retryBackoff": true, "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');

-- A process that was killed gives no sign of life; its job is taken by another one within three minutes.
select pgboss.create_queue('catalog-export', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('catalog-import', '{"policy": "standard", "retryLimit": 8, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');

-- Files of a trial may be long; a sign of life keeps the job of a process that works from being given to another.
select pgboss.create_queue('catalog-trial', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('catalog-trial-long', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('catalog-export-long', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');

select pgboss.create_queue('carrier-pickup', '{"policy": "standard", "retryLimit": 14, "retryDelay": 5,
  "retryBackoff": true, "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');

-- A job of the queue of this name, made with the caller's transaction or not at all, with the sign of life that a queue
-- asks of the process that works on it.
create function send_job(p_queue text, p_data jsonb, p_wait interval default '00:00:00'::interval) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into pgboss.job (id, name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    heartbeat_seconds, deletion_seconds, keep_until, policy)
  select uuid_v7(), q.name, p_data, now() + p_wait, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.expire_seconds, q.heartbeat_seconds, q.deletion_seconds, now() + p_wait + q.retention_seconds * interval '1 second',
    q.policy
  from pgboss.queue q where q.name = p_queue
$$;

-- As send_job, but once for a thing: a job of the queue that waits with the same data is brought forward, and one that
-- ran out of tries begins again, so that what has been given up shows no more as failed.
create function send_job_once(p_queue text, p_data jsonb, p_wait interval default '00:00:00'::interval) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
