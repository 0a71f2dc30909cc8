import type { Migration } from './migration.ts'

/** Customers choose the point where they hand over a parcel: one of a carrier's, or of a file that the account imports. */
export const relayPoints: Migration = {
  name: '0152-relay-points',
  async up(run) {
    await run(`
alter table shipping_method add column relay_points text check (relay_points in ('carrier', 'file'));

-- The points of a file, which replaces all that were there.
create table relay_point (
  account_id uuid not null references account,
  shipping_method_id uuid not null,
  reference text not null check (length(reference) between 1 and 64),
  point jsonb not null check (jsonb_typeof(point) = 'object'),
  primary key (account_id, shipping_method_id, reference),
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id) on delete cascade
);

-- The point that a customer has chosen, as it was then.
create table buyback_relay_point (
  account_id uuid not null references account,
  buyback_id uuid not null,
  point jsonb not null check (jsonb_typeof(point) = 'object'),
  primary key (account_id, buyback_id),
  foreign key (account_id, buyback_id) references buyback (account_id, id)
);
`)
  },
}
