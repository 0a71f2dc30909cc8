import type { Migration } from './migration.ts'

/** What an account says of its reviews, of the erasure of data and of the insurance on the way, on home and offer. */
export const assurances: Migration = {
  name: '0150-assurances',
  async up(run) {
    await run(`
alter table account
  add column reviews_text text,
  add column reviews_url text,
  add column data_erasure_text text,
  add column data_erasure_url text,
  add column transit_insurance_text text,
  add column transit_insurance_url text;
`)
  },
}
