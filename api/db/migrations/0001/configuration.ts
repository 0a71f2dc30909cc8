/** Payment modes, shipping methods, circuits and the rules that join them to categories. */

// A modifier is none, a whole percentage, or a fixed amount in cents; a cap limits a percentage and has its sign.
const modifier = `
  modifier_type text not null default 'none' check (modifier_type in ('none', 'percentage', 'fixed')),
  modifier_value integer not null default 0,
  modifier_cap_cents integer,
  check ((modifier_type = 'none') = (modifier_value = 0)),
  check (modifier_type <> 'percentage' or modifier_value between -100 and 100),
  check (modifier_cap_cents is null
    or (modifier_type = 'percentage' and sign(modifier_cap_cents) = sign(modifier_value)))`

const circuitTypes = `('store_collect', 'store_drop', 'store_drop_label', 'web_collect', 'web_drop', 'web_drop_label',
  'web_post')`

/** Payment modes, shipping methods, circuits and their rules. */
export const configuration = `
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
  status text not null default 'active' check (status in ('active', 'inactive')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,${modifier},
  primary key (account_id, id)
);
create trigger payment_mode_version before update on payment_mode for each row execute function raise_version();

create table shipping_method (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ${circuitTypes}),
  channel text not null generated always as (split_part(type, '_', 1)) stored,
  description text check (char_length(description) <= 500),
  available_countries text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  version integer not null default 1,${modifier},
  primary key (account_id, id)
);
create index shipping_method_by_type on shipping_method (account_id, type);
create trigger shipping_method_version before update on shipping_method
  for each row execute function raise_version();

create table circuit (
  account_id uuid not null references account,
  id uuid not null,
  type text not null check (type in ${circuitTypes}),
  channel text not null generated always as (split_part(type, '_', 1)) stored,
  deposit text not null generated always as (substring(type from position('_' in type) + 1)) stored,
  name text not null check (char_length(name) between 1 and 255),
  description text check (char_length(description) <= 500),
  transfer_order_number_of_copy integer not null default 1 check (transfer_order_number_of_copy between 0 and 10),
  eligible_countries text[] not null default '{}',
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  version integer not null default 1,${modifier},
  primary key (account_id, id),
  -- A circuit's percentage bonus names its maximum (decisions, 14).
  check (modifier_type <> 'percentage' or modifier_cap_cents is not null)
);
create index circuit_by_type on circuit (account_id, type, status);
create trigger circuit_version before update on circuit for each row execute function raise_version();

create table circuit_instruction (
  account_id uuid not null,
  id uuid not null,
  circuit_id uuid not null,
  sequence integer not null check (sequence between 1 and 6),
  type text not null check (type in ('agenda', 'close', 'deliver', 'insert', 'join', 'mailbox', 'post', 'print',
    'protect', 'sign', 'none')),
  label text not null check (char_length(label) between 1 and 150),
  primary key (account_id, id),
  unique (account_id, circuit_id, sequence) deferrable,
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade
);

create table circuit_payment_mode (
  account_id uuid not null,
  circuit_id uuid not null,
  payment_mode_id uuid not null,
  primary key (account_id, circuit_id, payment_mode_id),
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade,
  foreign key (account_id, payment_mode_id) references payment_mode (account_id, id)
);
create index circuit_payment_mode_by_mode on circuit_payment_mode (account_id, payment_mode_id);

create table circuit_shipping_method (
  account_id uuid not null,
  circuit_id uuid not null,
  shipping_method_id uuid not null,
  primary key (account_id, circuit_id, shipping_method_id),
  foreign key (account_id, circuit_id) references circuit (account_id, id) on delete cascade,
  foreign key (account_id, shipping_method_id) references shipping_method (account_id, id)
);
create index circuit_shipping_method_by_method on circuit_shipping_method (account_id, shipping_method_id);

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
  primary key (account_id, id),
  foreign key (account_id, circuit_id) references circuit (account_id, id)
);
create index dispatch_circuit_rule_by_circuit on dispatch_circuit_rule (account_id, circuit_id);
create trigger dispatch_circuit_rule_version before update on dispatch_circuit_rule
  for each row execute function raise_version();

create table dispatch_circuit_rule_category (
  account_id uuid not null,
  rule_id uuid not null,
  category_id uuid not null,
  primary key (account_id, rule_id, category_id),
  foreign key (account_id, rule_id) references dispatch_circuit_rule (account_id, id) on delete cascade,
  foreign key (account_id, category_id) references category (account_id, id)
);
create index dispatch_circuit_rule_by_category on dispatch_circuit_rule_category (account_id, category_id);
`
