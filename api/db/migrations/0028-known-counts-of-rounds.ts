import type { Migration } from './migration.ts'

/** What the server itself knows of a round's check-ins, beside what the device says of them. */
export const knownCountsOfRounds: Migration = {
  name: '0028-known-counts-of-rounds',
  async up(run) {
    await run(`
set local app.system = 'on';

-- Null where it is the distinct count, and for rounds that ended before it was recorded.
alter table check_in_round add column known_count integer check (known_count >= 0);
alter table check_in_round drop constraint check_in_round_end;
alter table check_in_round add constraint check_in_round_end
  check (ended_at is null or (typed_count is not null and distinct_count is not null
    and (typed_count = distinct_count or typed_count is not distinct from known_count
      or btrim(coalesce(comment, '')) <> '')));
`)
  },
}
