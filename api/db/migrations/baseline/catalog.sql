-- Categories, products, and prices with their history.

create table category (
  account_id uuid not null references account,
  id uuid not null,
  parent_category_id uuid,
  name text not null check (char_length(name) between 2 and 255),
  identifier text not null check (identifier ~ '^[0-9a-z_-]{2,255}$'),
  buyer_account_id uuid references account,
  buyer_organization_id uuid,
  description text,
  children_description text check (char_length(children_description) <= 255),
  status text not null default 'active' check (status in ('active', 'archived')),
  highlighted_instruction text check (char_length(highlighted_instruction) <= 500),
  image text check (char_length(image) <= 2048),
  image_alt text check (char_length(image_alt) <= 255),
  default_weight_grams integer check (default_weight_grams >= 0),
  default_height_cm integer check (default_height_cm >= 0),
  default_length_cm integer check (default_length_cm >= 0),
  default_width_cm integer check (default_width_cm >= 0),
  absorption_type text not null default 'none'
    check (absorption_type in ('none', 'percentage_declared', 'percentage_controlled', 'value')),
  absorption_value numeric(9, 2) check (absorption_value >= 0),
  absorption_max_cents integer check (absorption_max_cents >= 0),
  position integer not null default 0,
  path uuid[] not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  unique (account_id, identifier),
  foreign key (account_id, parent_category_id) references category (account_id, id),
  foreign key (account_id, buyer_organization_id) references organization (account_id, id),
  check ((absorption_type = 'none') = (absorption_value is null)),
  check (absorption_type not like 'percentage%' or absorption_value <= 100),
  constraint category_absorption_cents check (absorption_type <> 'value' or absorption_value = trunc(absorption_value))
);
create index category_by_parent on category (account_id, parent_category_id, position);
create index category_branch on category using gin (account_id, path);

create function category_place() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  parent_path uuid[];
begin
  if new.parent_category_id is null then
    new.path := array[new.id];
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('category:' || new.account_id, 0));
  select c.path into parent_path from category c
    where c.account_id = new.account_id and c.id = new.parent_category_id;
  if parent_path is null then
    raise exception 'unknown parent' using errcode = 'foreign_key_violation', table = 'category',
      constraint = 'category_account_id_parent_category_id_fkey';
  end if;
  if new.id = any (parent_path) then
    raise exception 'a category cannot stand under itself'
      using errcode = 'check_violation', table = 'category', constraint = 'category_no_circle';
  end if;
  new.path := parent_path || new.id;
  return new;
end $$;
create trigger category_place before insert or update of account_id, id, parent_category_id, path on category
  for each row execute function category_place();
create trigger category_version before update on category for each row execute function raise_version();

create function category_moved() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update category set path = path where account_id = new.account_id and parent_category_id = new.id;
  return null;
end $$;
create trigger category_moved after update of parent_category_id, path on category
  for each row when (new.path is distinct from old.path) execute function category_moved();
-- Dispatch rules hold for a category with everything below it.
create trigger category_inserted after insert on category referencing new table as changed_rows
  for each statement execute function log_change('config', 'category');
create trigger category_deleted after delete on category referencing old table as changed_rows
  for each statement execute function log_change('config', 'category');
create trigger category_under_another after update on category
  for each row when (old.parent_category_id is distinct from new.parent_category_id) execute function
  config_touched('category');
create trigger category_in_catalog_insert after insert on category referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger category_in_catalog_update after update on category referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger category_in_catalog_delete after delete on category referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table product (
  account_id uuid not null,
  id uuid not null,
  label text not null check (char_length(label) between 2 and 255),
  brand text check (char_length(brand) between 1 and 255),
  manufacturer_model text check (char_length(manufacturer_model) <= 255),
  buyer_reference text check (char_length(buyer_reference) <= 255),
  gtin text check (gtin ~ '^([0-9]{8}|[0-9]{12}|[0-9]{13}|[0-9]{14})$'),
  main_category_id uuid not null,
  simple boolean not null default false,
  buyback_zero_not_allowed boolean not null default false,
  imei_collect boolean not null default false,
  comment text check (char_length(comment) <= 500),
  height_cm integer check (height_cm >= 0),
  length_cm integer check (length_cm >= 0),
  width_cm integer check (width_cm >= 0),
  weight_grams integer check (weight_grams >= 0),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  image text check (char_length(image) <= 2048),
  image_hd text check (char_length(image_hd) <= 2048),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  document text generated always as (search_text(
    coalesce(brand, '') || ' ' || label || ' ' || coalesce(manufacturer_model, '') || ' ' ||
    coalesce(buyer_reference, '') || ' ' || coalesce(gtin, ''))) stored,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- Files find references by what nearly the same ones have in common. As a condition that is computed it was kept
  -- from its index even in a function of the owner, who is under row-level security too; as a column it is not.
  alike_reference text generated always as (ltrim(lower(buyer_reference), '0')) stored,
  primary key (account_id, id),
  foreign key (account_id, main_category_id) references category (account_id, id)
);
create index product_by_status on product (account_id, status);
create index product_by_category on product (account_id, main_category_id, status);
create index product_by_alike_reference on product (account_id, alike_reference) where alike_reference is not null;
create index product_by_gtin on product (account_id, gtin) where gtin is not null;
create trigger product_version before update on product for each row execute function raise_version();

create function product_updated() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sync_change (account_id, bucket, entity, entity_id, version)
  select account_id, 'catalog:' || account_id, 'product', id, version from new_rows;
  perform 1 from item i
  join new_rows n on i.account_id = n.account_id and i.product_id = n.id
  join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.archived_at is null and row (n.label, n.brand) is distinct from row (o.label, o.brand)
  order by i.id for update of i;
  update item i set product_id = i.product_id
  from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
  where i.account_id = n.account_id and i.product_id = n.id and i.archived_at is null
    and row (n.label, n.brand) is distinct from row (o.label, o.brand);
  return null;
end $$;
create trigger product_updated after update on product referencing old table as old_rows new table as new_rows
  for each statement execute function product_updated();
create trigger product_inserted after insert on product referencing new table as changed_rows
  for each statement execute function log_change('catalog', 'product');
create trigger product_deleted after delete on product referencing old table as changed_rows
  for each statement execute function log_change('catalog', 'product');

create function forget_price_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from product_price_change c using gone g where c.account_id = g.account_id and c.product_id = g.id;
  return null;
end $$;
create trigger price_history_forgotten after delete on product referencing old table as gone
  for each statement execute function forget_price_changes();

create table product_category (
  account_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  primary key (account_id, product_id, category_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade,
  foreign key (account_id, category_id) references category (account_id, id)
);
create index product_category_by_category on product_category (account_id, category_id);
create trigger product_category_public_insert after insert on product_category referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger product_category_public_update after update on product_category referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger product_category_public_delete after delete on product_category referencing old table as changed_rows
  for each statement execute function public_changed();

create table product_tac (
  account_id uuid not null,
  tac text not null check (tac ~ '^[0-9]{8}$'),
  product_id uuid not null,
  primary key (account_id, tac, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index product_tac_by_product on product_tac (account_id, product_id);
create trigger product_tac_in_catalog_insert after insert on product_tac referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger product_tac_in_catalog_update after update on product_tac referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger product_tac_in_catalog_delete after delete on product_tac referencing old table as changed_rows
  for each statement execute function catalog_changed();

create table product_price (
  account_id uuid not null,
  product_id uuid not null,
  grade text not null check (grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  price_cents integer not null check (price_cents between 0 and 5000000),
  primary key (account_id, product_id, grade),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create trigger product_price_in_catalog_insert after insert on product_price referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger product_price_in_catalog_update after update on product_price referencing new table as changed_rows
  for each statement execute function catalog_changed();
create trigger product_price_in_catalog_delete after delete on product_price referencing old table as changed_rows
  for each statement execute function catalog_changed();

-- The setting app.price_author says by what and by whom, as 'form 019b…'. Changes of one transaction have one moment,
-- and their order by their ids.
create function note_price_changes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  author constant text := coalesce(nullif(current_setting('app.price_author', true), ''), 'other');
  named constant uuid := nullif(split_part(author, ' ', 2), '')::uuid;
begin
  if tg_op = 'INSERT' then
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, n.grade, null, n.price_cents, named, split_part(author, ' ', 1)
    from new_prices n;
  elsif tg_op = 'UPDATE' then
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select n.account_id, n.product_id, n.grade, o.price_cents, n.price_cents, named, split_part(author, ' ', 1)
    from new_prices n join old_prices o using (account_id, product_id, grade)
    where o.price_cents <> n.price_cents;
  else
    -- Prices that go with their product leave no history.
    insert into product_price_change (account_id, product_id, grade, before_cents, after_cents, changed_by, origin)
    select o.account_id, o.product_id, o.grade, o.price_cents, null, named, split_part(author, ' ', 1)
    from old_prices o join product p on p.account_id = o.account_id and p.id = o.product_id;
  end if;
  return null;
end $$;
create trigger price_history_inserted after insert on product_price referencing new table as new_prices
  for each statement execute function note_price_changes();
create trigger price_history_updated after update on product_price referencing old table as old_prices new table as
  new_prices
  for each statement execute function note_price_changes();
create trigger price_history_deleted after delete on product_price referencing old table as old_prices
  for each statement execute function note_price_changes();

create table product_price_change (
  account_id uuid not null,
  id bigint not null generated always as identity,
  product_id uuid not null,
  grade text not null check (grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  -- None where the grade had no price, or has none any more.
  before_cents integer,
  after_cents integer,
  changed_at timestamptz not null default now(),
  -- No foreign key: who changes a price may act from an account of its own.
  changed_by uuid,
  origin text not null check (origin in ('form', 'bulk', 'import', 'buyer', 'earlier', 'other')),
  primary key (account_id, product_id, id),
  check (before_cents is distinct from after_cents)
);
