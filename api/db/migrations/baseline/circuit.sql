-- Payment modes, shipping methods, circuits, and the rules that choose a circuit.

create table payment_mode (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ('bank_transfer', 'no_iban_transfer', 'gift_card', 'voucher')),
  label text not null check (char_length(label) between 1 and 255),
  description text check (char_length(description) between 2 and 300),
  long_description text check (char_length(long_description) <= 800),
  mail_content text check (char_length(mail_content) <= 300),
  provider text not null default 'none'
    check (provider in ('none', 'bank_transfer', 'gift_card', 'card_payment', 'other')),
  status text not null default 'active' check (status in ('active', 'inactive', 'archived')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  modifier_type text not null default 'none' check (modifier_type in ('none', 'percentage', 'fixed')),
  modifier_value integer not null default 0,
  modifier_cap_cents integer,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  check ((modifier_type = 'none') = (modifier_value = 0)),
  check (modifier_type <> 'percentage' or modifier_value between -100 and 100),
  constraint payment_mode_cap check (modifier_cap_cents is null
    or (modifier_type <> 'none' and sign(modifier_cap_cents) = sign(modifier_value)))
);
create trigger payment_mode_version before update on payment_mode for each row execute function raise_version();
create trigger payment_mode_in_catalog_insert after insert on payment_mode referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger payment_mode_in_catalog_update after update on payment_mode referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger payment_mode_in_catalog_delete after delete on payment_mode referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table shipping_method (
  account_id uuid not null references account,
  id uuid not null,
  type text not null
    check (type in ('store_collect', 'store_drop', 'store_drop_label', 'web_collect', 'web_drop', 'web_drop_label',
    'web_post')),
  channel text not null generated always as (split_part(type, '_', 1)) stored,
  description text check (char_length(description) <= 500),
  available_countries text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'inactive', 'archived')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  modifier_type text not null default 'none' check (modifier_type in ('none', 'percentage', 'fixed')),
  modifier_value integer not null default 0,
  modifier_cap_cents integer,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  pickup jsonb check (jsonb_typeof(pickup) = 'object'),
  relay_points text check (relay_points in ('carrier', 'file')),
  primary key (account_id, id),
  check ((modifier_type = 'none') = (modifier_value = 0)),
  check (modifier_type <> 'percentage' or modifier_value between -100 and 100),
  constraint shipping_method_cap check (modifier_cap_cents is null
    or (modifier_type <> 'none' and sign(modifier_cap_cents) = sign(modifier_value)))
);
create index shipping_method_by_type on shipping_method (account_id, type);
create trigger shipping_method_version before update on shipping_method for each row execute function raise_version();
create trigger shipping_method_in_catalog_insert after insert on shipping_method referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger shipping_method_in_catalog_update after update on shipping_method referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger shipping_method_in_catalog_delete after delete on shipping_method referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table circuit (
  account_id uuid not null references account,
  id uuid not null,
  type text not null
    check (type in ('store_collect', 'store_drop', 'store_drop_label', 'web_collect', 'web_drop', 'web_drop_label',
    'web_post')),
  channel text not null generated always as (split_part(type, '_', 1)) stored,
  deposit text not null generated always as (substring(type from position('_' in type) + 1)) stored,
  name text not null check (char_length(name) between 1 and 255),
  description text check (char_length(description) <= 500),
  transfer_order_number_of_copy integer not null default 1 check (transfer_order_number_of_copy between 1 and 10),
  eligible_countries text[] not null default '{}',
  status text not null default 'enabled' check (status in ('enabled', 'disabled', 'archived')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  modifier_type text not null default 'none' check (modifier_type in ('none', 'percentage', 'fixed')),
  modifier_value integer not null default 0,
  modifier_cap_cents integer,
  own_label boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  check ((modifier_type = 'none') = (modifier_value = 0)),
  check (modifier_type <> 'percentage' or modifier_value between -100 and 100),
  -- A circuit's percentage bonus names its maximum (decisions, 14).
  constraint circuit_check3 check (modifier_type <> 'percentage' or modifier_cap_cents is not null),
  constraint circuit_cap check (modifier_cap_cents is null
    or (modifier_type <> 'none' and sign(modifier_cap_cents) = sign(modifier_value)))
);
create index circuit_by_type on circuit (account_id, type, status);
create trigger circuit_version before update on circuit for each row execute function raise_version();
create trigger circuit_in_catalog_insert after insert on circuit referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_in_catalog_update after update on circuit referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_in_catalog_delete after delete on circuit referencing old table as changed_rows
  for each statement execute function catalog_changed();

create function circuit_updated() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform 1 from item i
  join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
  join new_rows n on n.account_id = b.account_id and n.id = b.circuit_id
  join old_rows o on o.account_id = n.account_id and o.id = n.id and o.type <> n.type
  order by i.id for update of i;
  update item i
  set keeps_money = i.keeps_money
  from new_rows n
  join old_rows o on o.account_id = n.account_id and o.id = n.id and o.type <> n.type
  join buyback b on b.account_id = n.account_id and b.circuit_id = n.id
  where i.account_id = b.account_id and i.buyback_id = b.id and i.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
create trigger circuit_updated after update on circuit referencing old table as old_rows new table as new_rows
  for each statement execute function circuit_updated();

create table circuit_instruction (
  account_id uuid not null,
  id uuid not null,
  circuit_id uuid not null,
  sequence integer not null check (sequence between 1 and 6),
  type text not null check (type in ('agenda', 'close', 'deliver', 'insert', 'join', 'mailbox', 'post', 'print',
    'protect', 'sign', 'none')),
  label text not null check (char_length(label) between 1 and 150),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  unique (account_id, circuit_id, sequence) deferrable,
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade
);
create trigger circuit_instruction_in_catalog_insert after insert on circuit_instruction referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_instruction_in_catalog_update after update on circuit_instruction referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_instruction_in_catalog_delete after delete on circuit_instruction referencing old table as
  changed_rows
  for each statement execute function catalog_changed();

create table circuit_payment_mode (
  account_id uuid not null,
  circuit_id uuid not null,
  payment_mode_id uuid not null,
  primary key (account_id, circuit_id, payment_mode_id),
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade,
  foreign key (account_id, payment_mode_id) references payment_mode (account_id, id)
);
create index circuit_payment_mode_by_mode on circuit_payment_mode (account_id, payment_mode_id);
create trigger circuit_payment_mode_in_catalog_insert after insert on circuit_payment_mode referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_payment_mode_in_catalog_update after update on circuit_payment_mode referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_payment_mode_in_catalog_delete after delete on circuit_payment_mode referencing old table as
  changed_rows
  for each statement execute function catalog_changed();

create table circuit_shipping_method (
  account_id uuid not null,
  circuit_id uuid not null,
  shipping_method_id uuid not null,
  primary key (account_id, circuit_id, shipping_method_id),
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade,
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id)
);
create index circuit_shipping_method_by_method on circuit_shipping_method (account_id, shipping_method_id);
create trigger circuit_shipping_method_in_catalog_insert after insert on circuit_shipping_method referencing new table
  as changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_shipping_method_in_catalog_update after update on circuit_shipping_method referencing new table
  as changed_rows
  for each statement execute function catalog_changed();
create trigger circuit_shipping_method_in_catalog_delete after delete on circuit_shipping_method referencing old table
  as changed_rows
  for each statement execute function catalog_changed();

create table dispatch_circuit_rule (
  account_id uuid not null,
  id uuid not null,
  circuit_id uuid not null,
  description text check (char_length(description) <= 500),
  terms text check (char_length(terms) <= 5000),
  traceability_enabled boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  highlighted_instruction text check (char_length(highlighted_instruction) <= 500),
  eligible_countries text[] not null default '{}',
  custom_values jsonb not null default '{}' check (jsonb_typeof(custom_values) = 'object'),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  foreign key (account_id, circuit_id) references circuit (account_id, id)
);
create index dispatch_circuit_rule_by_circuit on dispatch_circuit_rule (account_id, circuit_id);
create trigger dispatch_circuit_rule_version before update on dispatch_circuit_rule
  for each row execute function raise_version();
create trigger dispatch_circuit_rule_in_catalog_insert after insert on dispatch_circuit_rule referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger dispatch_circuit_rule_in_catalog_update after update on dispatch_circuit_rule referencing new table as
  changed_rows
  for each statement execute function catalog_changed();
create trigger dispatch_circuit_rule_in_catalog_delete after delete on dispatch_circuit_rule referencing old table as
  changed_rows
  for each statement execute function catalog_changed();

create table dispatch_circuit_rule_category (
  account_id uuid not null,
  rule_id uuid not null,
  category_id uuid not null,
  primary key (account_id, rule_id, category_id),
  foreign key (account_id, rule_id) references dispatch_circuit_rule (account_id, id) on delete cascade,
  foreign key (account_id, category_id) references category (account_id, id)
);
create index dispatch_circuit_rule_by_category on dispatch_circuit_rule_category (account_id, category_id);
create trigger dispatch_circuit_rule_category_in_catalog_insert after insert on dispatch_circuit_rule_category
  referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger dispatch_circuit_rule_category_in_catalog_update after update on dispatch_circuit_rule_category
  referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger dispatch_circuit_rule_category_in_catalog_delete after delete on dispatch_circuit_rule_category
  referencing old table as changed_rows
  for each statement execute function catalog_changed();

-- The points of a file, which replaces all that were there.
create table relay_point (
  account_id uuid not null references account,
  shipping_method_id uuid not null,
  reference text not null check (length(reference) between 1 and 64),
  point jsonb not null check (jsonb_typeof(point) = 'object'),
  primary key (account_id, shipping_method_id, reference),
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id) on delete cascade
);
