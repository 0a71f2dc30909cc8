-- Steps and questions of refurbishment.

create table refurb_step (
  account_id uuid not null references account,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 255),
  description text check (char_length(description) <= 255),
  -- A stock with steps cannot be deleted.
  warehouse_id uuid not null,
  stock_id uuid not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  manager_cancels boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, warehouse_id, stock_id) references stock (account_id, warehouse_id, id)
);
create index refurb_step_by_stock on refurb_step (account_id, warehouse_id, stock_id);
create trigger refurb_step_version before update on refurb_step for each row execute function raise_version();
-- Costs, answers and their steps change with their step or question: who writes them updates that row too.
create trigger refurb_step_inserted after insert on refurb_step referencing new table as changed_rows
  for each statement execute function log_change('config', 'refurb_step');
create trigger refurb_step_updated after update on refurb_step referencing new table as changed_rows
  for each statement execute function log_change('config', 'refurb_step');
create trigger refurb_step_deleted after delete on refurb_step referencing old table as changed_rows
  for each statement execute function log_change('config', 'refurb_step');

create table refurb_step_cost (
  account_id uuid not null,
  step_id uuid not null,
  warehouse_id uuid not null,
  cost_cents integer not null check (cost_cents >= 0),
  primary key (account_id, step_id, warehouse_id),
  foreign key (account_id, step_id) references refurb_step (account_id, id) on delete cascade,
  foreign key (account_id, warehouse_id) references organization_warehouse (account_id, organization_id)
);
create index refurb_step_cost_by_warehouse on refurb_step_cost (account_id, warehouse_id);

create table refurb_question (
  account_id uuid not null references account,
  id uuid not null,
  label text not null check (char_length(label) between 1 and 255),
  type text not null check (type in ('unique', 'multiple')),
  position integer not null check (position >= 1),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  product_id uuid,
  primary key (account_id, id),
  constraint refurb_question_place unique nulls not distinct (account_id, product_id, position) deferrable,
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create trigger refurb_question_version before update on refurb_question for each row execute function raise_version();
create trigger refurb_question_inserted after insert on refurb_question referencing new table as changed_rows
  for each statement execute function log_change('config', 'refurb_question');
create trigger refurb_question_updated after update on refurb_question referencing new table as changed_rows
  for each statement execute function log_change('config', 'refurb_question');
create trigger refurb_question_deleted after delete on refurb_question referencing old table as changed_rows
  for each statement execute function log_change('config', 'refurb_question');

create table refurb_answer (
  account_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  label text not null check (char_length(label) between 1 and 255),
  position integer not null check (position >= 1),
  primary key (account_id, id),
  unique (account_id, question_id, position) deferrable,
  foreign key (account_id, question_id) references refurb_question (account_id, id) on delete cascade
);

create table refurb_answer_step (
  account_id uuid not null,
  answer_id uuid not null,
  step_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, answer_id, step_id),
  foreign key (account_id, answer_id) references refurb_answer (account_id, id) on delete cascade,
  -- A step cannot be deleted while an answer makes it due.
  foreign key (account_id, step_id) references refurb_step (account_id, id)
);
create index refurb_answer_step_by_step on refurb_answer_step (account_id, step_id);
