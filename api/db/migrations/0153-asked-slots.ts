import type { Migration } from './migration.ts'

/** What a carrier is asked for is kept until its answer is definite, for a first slot too. */
export const askedSlots: Migration = {
  name: '0153-asked-slots',
  async up(run) {
    await run(`
-- What was asked before has no end of its own, and was never held for longer than ten minutes.
update pickup_booking set asked_day = null, asked_opens = null, asked_at = null where asked_day is not null;
alter table pickup_booking
  alter column day drop not null, alter column opens drop not null, alter column closes drop not null,
  add column asked_closes text check (asked_closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- Without a slot there is a first one that the carrier is asked for.
  add check (num_nonnulls(day, opens, closes) in (0, 3) and num_nonnulls(day, asked_day) > 0),
  add check ((asked_day is null) = (asked_closes is null));
select pgboss.create_queue('carrier-pickup', '{"policy": "standard", "retryLimit": 14, "retryDelay": 5,
  "retryBackoff": true, "retryDelayMax": 3600, "expireInSeconds": 120, "retentionSeconds": 7776000,
  "deleteAfterSeconds": 2592000}');
`)
  },
}
