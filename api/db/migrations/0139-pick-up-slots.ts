import type { Migration } from './migration.ts'

/** Products are collected at their customers in slots that an account offers, each for so many customers. */
export const pickUpSlots: Migration = {
  name: '0139-pick-up-slots',
  async up(run) {
    await run(`
alter table shipping_method add column pickup jsonb check (jsonb_typeof(pickup) = 'object');

-- The slot in which a buyback's product is collected. The products of one cart are one visit, which takes one place.
create table pickup_booking (
  account_id uuid not null references account,
  buyback_id uuid not null,
  shipping_method_id uuid not null,
  visit_id uuid not null,
  day date not null,
  opens text not null check (opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  closes text not null check (closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- The slot that the carrier is being asked for in its place; it takes a place until then.
  asked_day date,
  asked_opens text check (asked_opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  asked_at timestamptz,
  changed_at timestamptz not null,
  primary key (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id),
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id),
  check (num_nonnulls(asked_day, asked_opens, asked_at) in (0, 3))
);
create index pickup_booking_by_slot on pickup_booking (account_id, shipping_method_id, day);
create index pickup_booking_by_asked_slot on pickup_booking (account_id, shipping_method_id, asked_day)
  where asked_day is not null;
`)
  },
}
