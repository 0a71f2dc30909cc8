import type { Migration } from './migration.ts'

/** Exports take turns between the accounts, say how far they are, and can be cancelled. */
export const exportsInTurn: Migration = {
  name: '0145-exports-in-turn',
  async up(run) {
    await run(`
alter table export_job
  -- Who waits for the file. No foreign keys: who asks may act from an account of its own.
  add column asked_by uuid[] not null default '{}',
  -- Null unless nobody waits for it any more. What is cancelled before its begin has begun by that: it is not shared, and
  -- the index that tells what is shared stays the one that a running version of before names.
  add column cancelled_at timestamptz,
  -- Its round in the queue; null until it has one.
  add column turn integer check (turn >= 0),
  -- Lines that the latest try has written, and those that there will be.
  add column entries_done integer not null default 0 check (entries_done >= 0),
  add column entries_expected integer check (entries_expected >= 0),
  add check (cancelled_at is null or finished_at is null);
update export_job set asked_by = array[started_by];
`)
  },
}
