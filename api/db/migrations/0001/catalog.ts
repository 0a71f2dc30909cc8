/** Categories, products, prices, diagnostic questions. */
export const catalog = `
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
  primary key (account_id, id),
  unique (account_id, identifier),
  foreign key (account_id, parent_category_id) references category (account_id, id),
  foreign key (account_id, buyer_organization_id) references organization (account_id, id),
  check ((absorption_type = 'none') = (absorption_value is null)),
  check (absorption_type not like 'percentage%' or absorption_value <= 100)
);
create index category_by_parent on category (account_id, parent_category_id, position);
create index category_branch on category using gin (account_id, path);

create function category_place() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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

create function category_moved() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update category set path = path where account_id = new.account_id and parent_category_id = new.id;
  return null;
end $$;
create trigger category_moved after update of parent_category_id, path on category
  for each row when (new.path is distinct from old.path) execute function category_moved();

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
  status text not null default 'draft' check (status in ('draft', 'published')),
  image text check (char_length(image) <= 2048),
  image_hd text check (char_length(image_hd) <= 2048),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  document text generated always as (search_text(
    coalesce(brand, '') || ' ' || label || ' ' || coalesce(manufacturer_model, '') || ' ' ||
    coalesce(buyer_reference, '') || ' ' || coalesce(gtin, ''))) stored,
  search tsvector generated always as (to_tsvector('simple'::regconfig, search_text(
    coalesce(brand, '') || ' ' || label || ' ' || coalesce(manufacturer_model, '') || ' ' ||
    coalesce(buyer_reference, '') || ' ' || coalesce(gtin, '')))) stored,
  primary key (account_id, id),
  foreign key (account_id, main_category_id) references category (account_id, id)
);
create index product_by_label on product (account_id, status, label, id);
create index product_by_category on product (account_id, main_category_id, status, label);
create index product_by_gtin on product (account_id, gtin);
create index product_by_buyer_reference on product (account_id, buyer_reference);
create index product_search on product using gin (account_id, search);
create index product_document on product using gin (account_id, document gin_trgm_ops);
create trigger product_version before update on product for each row execute function raise_version();

create table product_category (
  account_id uuid not null,
  product_id uuid not null,
  category_id uuid not null,
  primary key (account_id, product_id, category_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade,
  foreign key (account_id, category_id) references category (account_id, id)
);
create index product_category_by_category on product_category (account_id, category_id);

create table product_tac (
  account_id uuid not null,
  tac text not null check (tac ~ '^[0-9]{8}$'),
  product_id uuid not null,
  primary key (account_id, tac, product_id),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index product_tac_by_product on product_tac (account_id, product_id);

create table product_price (
  account_id uuid not null,
  product_id uuid not null,
  grade text not null check (grade in ('functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  price_cents integer not null check (price_cents between 0 and 5000000),
  primary key (account_id, product_id, grade),
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index product_price_by_grade on product_price (account_id, grade, price_cents);

create table question (
  account_id uuid not null references account,
  id uuid not null,
  title text not null check (char_length(title) between 2 and 255),
  how_to_test text check (char_length(how_to_test) <= 3000),
  description text check (char_length(description) <= 3000),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id)
);
create trigger question_version before update on question for each row execute function raise_version();

create table answer (
  account_id uuid not null,
  id uuid not null,
  question_id uuid not null,
  position integer not null check (position >= 1),
  name text not null check (char_length(name) between 2 and 255),
  description text check (char_length(description) <= 3000),
  best_grade text not null check (best_grade in ('grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e')),
  -- A percentage is whole; an amount is in cents.
  impact_type text not null default 'none' check (impact_type in ('none', 'percentage', 'amount')),
  impact_value integer not null default 0,
  impact_cap_cents integer,
  primary key (account_id, id),
  unique (account_id, question_id, position) deferrable,
  foreign key (account_id, question_id) references question (account_id, id) on delete cascade,
  check ((impact_type = 'none') = (impact_value = 0)),
  check (impact_type <> 'percentage' or impact_value between -100 and 100),
  check (impact_cap_cents is null or (impact_type = 'percentage' and sign(impact_cap_cents) = sign(impact_value)))
);

create table category_question (
  account_id uuid not null,
  category_id uuid not null,
  question_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, category_id, question_id),
  unique (account_id, category_id, position) deferrable,
  foreign key (account_id, category_id) references category (account_id, id),
  foreign key (account_id, question_id) references question (account_id, id) on delete cascade
);
create index category_question_by_question on category_question (account_id, question_id);
`
