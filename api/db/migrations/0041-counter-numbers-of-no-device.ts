import type { Migration } from './migration.ts'

/**
 * Lets a span of buyback numbers belong to an account and to no device. A step of its own, before the one that writes
 * such spans: a sale holds this table while it waits for the lock of the numbers, which that step takes.
 */
export const counterNumbersOfNoDevice: Migration = {
  name: '0041-counter-numbers-of-no-device',
  async up(run) {
    await run(`
alter table counter_number_block
  alter column device_id drop not null,
  alter column user_id drop not null,
  add constraint counter_number_block_owner check ((device_id is null) = (user_id is null));
`)
  },
}
