import type { Migration } from './migration.ts'

/** Exports of the catalog: who asked for which, and the files that were made, for a day. */
export const catalogExports: Migration = {
  name: '0055-catalog-exports',
  async up(run) {
    await run(`
create table export_job (
  -- A file that can be made again does not keep its account.
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  content text not null check (content in ('products', 'categories', 'diagnostic')),
  -- No foreign key: who asks may act from an account of its own.
  started_by uuid not null,
  created_at timestamptz not null,
  -- Tries at the file; parts of an earlier one are never mixed with those of a later.
  attempt integer not null default 0 check (attempt >= 0),
  -- When the latest try looked at the catalog; null while none has.
  begun_at timestamptz,
  -- Null until the file is whole.
  finished_at timestamptz,
  file_name text check (char_length(file_name) between 1 and 120),
  entries_count integer check (entries_count >= 0),
  parts_count integer check (parts_count >= 1),
  primary key (account_id, id),
  check ((begun_at is null) = (attempt = 0)),
  check (num_nonnulls(finished_at, file_name, entries_count, parts_count) in (0, 4))
);
-- Whoever asks for what waits already shares it: it shows nothing older than what is asked for now.
create unique index export_job_waiting on export_job (account_id, content) where begun_at is null;

create table export_part (
  account_id uuid not null,
  export_id uuid not null,
  number integer not null check (number >= 1),
  bytes bytea not null check (octet_length(bytes) > 0),
  primary key (account_id, export_id, number),
  foreign key (account_id, export_id) references export_job (account_id, id) on delete cascade
);

-- Forgets what is older, in every account; answers how many.
create function sweep_exports(p_before timestamptz) returns bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from export_job where created_at < p_before returning 1) select count(*) from gone
$$;

-- As before, and with the sign of life that a queue asks of whoever works on its jobs.
create or replace function send_job(p_queue text, p_data jsonb, p_wait interval default '0') returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into pgboss.job (id, name, data, start_after, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    heartbeat_seconds, deletion_seconds, keep_until, policy)
  select uuid_v7(), q.name, p_data, now() + p_wait, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.expire_seconds, q.heartbeat_seconds, q.deletion_seconds, now() + p_wait + q.retention_seconds * interval '1 second',
    q.policy
  from pgboss.queue q where q.name = p_queue
$$;

-- A process that was killed gives no sign of life; its job is taken by another one within three minutes.
select pgboss.create_queue('catalog-export', '{"policy": "standard", "retryLimit": 3, "retryDelay": 2,
  "retryBackoff": true, "retryDelayMax": 30, "expireInSeconds": 1800, "heartbeatSeconds": 30,
  "retentionSeconds": 86400, "deleteAfterSeconds": 2592000}');
`)
  },
}
