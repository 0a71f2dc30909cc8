import type { Migration } from './migration.ts'

/** What the floor knows of an item beyond check-in: its declaration, its facts, questionnaires and stock counts. */
export const floorFacts: Migration = {
  name: '0004-floor-facts',
  async up(run) {
    await run(`
-- The questions of a category as they stood on one day. A declaration names one; it never changes.
create table questionnaire (
  account_id uuid not null references account,
  id uuid not null,
  category_id uuid not null,
  content jsonb not null check (jsonb_typeof(content -> 'questions') = 'array'),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, category_id) references category (account_id, id)
);
create index questionnaire_by_category on questionnaire (account_id, category_id);
create trigger questionnaire_frozen before update or delete on questionnaire
  for each row execute function refuse_change();
create trigger questionnaire_inserted after insert on questionnaire referencing new table as changed_rows
  for each statement execute function log_change('config', 'questionnaire');

-- Frozen when the buyback is made; null where it was made without one.
alter table buyback add column declaration jsonb check (jsonb_typeof(declaration) = 'object');
-- Written by the operations of the floor alone, which keep its shape.
alter table item add column facts jsonb check (jsonb_typeof(facts) = 'object');

create table stock_count (
  account_id uuid not null,
  id uuid not null,
  warehouse_id uuid not null,
  stock_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  ended_at timestamptz not null,
  expected_count integer not null check (expected_count >= 0),
  present_count integer not null check (present_count >= 0),
  missing_count integer not null check (missing_count >= 0),
  unexpected_count integer not null check (unexpected_count >= 0),
  comment text check (char_length(comment) <= 255),
  primary key (account_id, id),
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id),
  -- A count outlives its stock only where nothing was in it.
  foreign key (account_id, warehouse_id, stock_id) references stock (account_id, warehouse_id, id) on delete cascade,
  foreign key (account_id, user_id) references user_account (account_id, id),
  check (present_count + missing_count = expected_count)
);
create index stock_count_by_stock on stock_count (account_id, warehouse_id, stock_id, ended_at desc);
create index stock_count_by_user on stock_count (account_id, user_id, ended_at desc);
`)
  },
}
