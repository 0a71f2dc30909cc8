import type { Migration } from './migration.ts'

/**
 * Serial numbers in capitals as a column of their own, so that the office finds one by its beginning. Under row-level
 * security an index serves only what is compared without a leaky function, and upper() is one: an index of the
 * expression would never be used.
 */
export const serialNumbersByTheirBeginning: Migration = {
  name: '0040-serial-numbers-by-their-beginning',
  async up(run) {
    await run(`
      alter table item add column serial_key text generated always as (upper(serial_number)) stored;
      create index item_by_serial on item (account_id, serial_key text_pattern_ops) where serial_key is not null`)
  },
}
