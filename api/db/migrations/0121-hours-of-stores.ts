import type { Migration } from './migration.ts'

/** Stores say when they are open, and how customers reach them. */
export const hoursOfStores: Migration = {
  name: '0121-hours-of-stores',
  async up(run) {
    await run(`
alter table organization
  add column phone text check (char_length(phone) between 4 and 32),
  -- A page of a map that leads there, where the place's own is better than one made of its address.
  add column directions_url text check (directions_url ~ '^https://' and char_length(directions_url) <= 500),
  add column opening_hours jsonb check (jsonb_typeof(opening_hours) = 'object'),
  -- The clocks of a place; null: those of its account.
  add column time_zone text check (char_length(time_zone) between 1 and 64);
`)
  },
}
