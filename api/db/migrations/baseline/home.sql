-- The home page of the public site.

create table home_widget (
  account_id uuid not null references account,
  id uuid not null,
  position integer not null check (position >= 1),
  type text not null check (type in ('html', 'featured_products', 'search_banner')),
  title text check (char_length(title) between 1 and 255),
  text text check (char_length(text) <= 500),
  html text check (char_length(html) <= 200000),
  image text check (char_length(image) <= 2048),
  image_alt text check (char_length(image_alt) <= 255),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  primary key (account_id, id),
  unique (account_id, position) deferrable,
  check ((type = 'html') = (html is not null)),
  check (type = 'html' or title is not null)
);
create trigger home_widget_version before update on home_widget for each row execute function raise_version();
create trigger home_widget_public_insert after insert on home_widget referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger home_widget_public_update after update on home_widget referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger home_widget_public_delete after delete on home_widget referencing old table as changed_rows
  for each statement execute function public_changed();

create table home_widget_product (
  account_id uuid not null,
  widget_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 1),
  primary key (account_id, widget_id, product_id),
  foreign key (account_id, widget_id) references home_widget (account_id, id) on delete cascade,
  foreign key (account_id, product_id) references product (account_id, id) on delete cascade
);
create index home_widget_product_by_product on home_widget_product (account_id, product_id);
create trigger home_widget_product_public_insert after insert on home_widget_product referencing new table as
  changed_rows
  for each statement execute function public_changed();
create trigger home_widget_product_public_update after update on home_widget_product referencing new table as
  changed_rows
  for each statement execute function public_changed();
create trigger home_widget_product_public_delete after delete on home_widget_product referencing old table as
  changed_rows
  for each statement execute function public_changed();

-- An account that has never edited its home has no row: its home is active, at version 0.
create table home_page (
  account_id uuid primary key references account,
  status text not null default 'active' check (status in ('active', 'inactive')),
  meta_title text check (char_length(meta_title) between 2 and 255),
  meta_description text check (char_length(meta_description) between 2 and 500),
  version integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);
create trigger home_page_version before update on home_page for each row execute function raise_version();
create trigger home_page_public_insert after insert on home_page referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger home_page_public_update after update on home_page referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger home_page_public_delete after delete on home_page referencing old table as changed_rows
  for each statement execute function public_changed();
