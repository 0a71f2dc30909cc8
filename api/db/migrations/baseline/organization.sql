-- Accounts, their links, and their entities: the tree of an account, its warehouses and stores, and its settings.

create table account (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  company_country text not null default 'FR' check (company_country ~ '^[A-Z]{2}$'),
  language text not null default 'fr-FR' check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  currency text not null default 'EUR' check (currency in ('EUR', 'GBP', 'USD', 'CHF')),
  time_zone text not null default 'Europe/Paris' check (char_length(time_zone) between 1 and 64),
  email_dpo text check (char_length(email_dpo) <= 254),
  main_color text not null default '#1f5fd6' check (main_color ~ '^#[0-9a-f]{6}$'),
  logo text check (char_length(logo) <= 2048),
  favicon text check (char_length(favicon) <= 2048),
  is_retailer boolean not null default false,
  is_buyer_and_workshops_supervisor boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- The public host name; '*' answers every host that nobody else holds.
  host text unique check (host = lower(host) and char_length(host) between 1 and 253),
  siret text check (char_length(siret) <= 20),
  capital text check (char_length(capital) <= 64),
  street text check (char_length(street) <= 125),
  street_more text check (char_length(street_more) <= 125),
  zip_code text check (char_length(zip_code) <= 16),
  city text check (char_length(city) <= 45),
  country text check (country ~ '^[A-Z]{2}$'),
  web_channel_url text check (char_length(web_channel_url) <= 2048),
  tag_manager_id text check (char_length(tag_manager_id) <= 64),
  consent_tool_id text check (char_length(consent_tool_id) <= 64),
  tracking_tags text,
  external_website_url text check (char_length(external_website_url) <= 2048),
  external_website_text text check (char_length(external_website_text) <= 255),
  drop_off_locations_map_enabled boolean not null default false,
  cookies_policy text,
  payment_issuer text not null default 'retailer' check (payment_issuer in ('retailer', 'buyer')),
  transport_contract_holder text not null default 'retailer'
    check (transport_contract_holder in ('retailer', 'buyer')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  image_hosts text[] not null default '{}' check (cardinality(image_hosts) <= 20),
  tag_hosts text[] not null default '{}' check (cardinality(tag_hosts) <= 20),
  is_platform boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  told text not null generated always as (search_text(name || ' '
    || coalesce(siret, '') || ' ' || coalesce(city, '') || ' ' || coalesce(web_channel_url, ''))) stored,
  reviews_text text,
  reviews_url text,
  data_erasure_text text,
  data_erasure_url text,
  transit_insurance_text text,
  transit_insurance_url text,
  constraint account_kind check (is_retailer or is_buyer_and_workshops_supervisor or is_platform),
  -- It trades nothing, answers under no host and never rests.
  constraint account_platform check (not is_platform or
    (not is_retailer and not is_buyer_and_workshops_supervisor and host is null and status = 'active'))
);
create unique index account_platform_once on account (is_platform) where is_platform;
create trigger account_version before update on account for each row execute function raise_version();
create trigger account_updated after update on account referencing new table as changed_rows
  for each statement execute function account_changed();
create trigger account_hosts_insert after insert on account referencing new table as changed_rows
  for each statement execute function hosts_changed();
create trigger account_hosts_update after update on account referencing new table as changed_rows
  for each statement execute function hosts_changed();
create trigger account_hosts_delete after delete on account referencing old table as changed_rows
  for each statement execute function hosts_changed();

create function end_sessions_of_resting_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update session set revoked_at = now()
  where (account_id = new.id or viewed_account_id = new.id) and revoked_at is null;
  return null;
end $$;
create trigger end_sessions_of_resting_account after update of status on account
  for each row when ((old.status = 'active') and (new.status <> 'active')) execute function
  end_sessions_of_resting_account();
create trigger account_buyer_changed after update of status on account
  for each row when (old.status is distinct from new.status) execute function buyer_changed();

create table account_link (
  account_id uuid not null references account,
  buyer_account_id uuid not null references account,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  primary key (account_id, buyer_account_id),
  check (account_id <> buyer_account_id)
);
create index account_link_by_buyer on account_link (buyer_account_id, account_id);

create function end_sessions_of_resting_link() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update session set revoked_at = now()
  where account_id = new.buyer_account_id and viewed_account_id = new.account_id and revoked_at is null;
  return null;
end $$;
create trigger end_sessions_of_resting_link after update of status on account_link
  for each row when ((old.status = 'active') and (new.status <> 'active')) execute function end_sessions_of_resting_link();
create trigger account_link_public_insert after insert on account_link referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger account_link_public_update after update on account_link referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger account_link_public_delete after delete on account_link referencing old table as changed_rows
  for each statement execute function public_changed();

create table organization_root_detail (
  account_id uuid primary key references account,
  id uuid not null,
  seller_support_email text check (char_length(seller_support_email) <= 254),
  is_warehouse_comment_mandatory boolean not null default false,
  is_warehouse_comment_shared_to_client boolean not null default false,
  enabled_premium_features text[] not null default '{}' check (enabled_premium_features <@ array[
    'custom_transfer_order', 'imei_search_and_collect', 'multi_product_cart', 'payment_bonus', 'absorption',
    'sftp_access']),
  warehouse_checkin_requirement text not null default 'optional'
    check (warehouse_checkin_requirement in ('optional', 'mandatory', 'disabled')),
  cart_min_value integer not null default 0 check (cart_min_value >= 0),
  category_navigation_enabled boolean not null default true,
  customer_identity_document_required boolean not null default false,
  bar_code_enabled boolean not null default true,
  tag_price_enabled boolean not null default true,
  buyer_payment_enabled boolean not null default false,
  eula text,
  service_terms text,
  faq_and_contact text,
  buyback_zero_description text,
  no_search_result_description text,
  version integer not null default 1,
  transfer_order_terms text check (char_length(transfer_order_terms) between 2 and 5000),
  refurb_start jsonb check (jsonb_typeof(refurb_start) = 'object'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  unanswered_proposal text not null default 'stays_open'
    check (unanswered_proposal in ('stays_open', 'accepted', 'declined')),
  same_imei_held boolean not null default false,
  unique (account_id, id)
);
create trigger organization_root_detail_version before update on organization_root_detail
  for each row execute function raise_version();
create trigger organization_root_detail_inserted after insert on organization_root_detail referencing new table as
  changed_rows
  for each statement execute function log_change('config', 'settings');
create trigger organization_root_detail_updated after update on organization_root_detail referencing new table as
  changed_rows
  for each statement execute function log_change('config', 'settings');
create trigger organization_root_detail_in_catalog_insert after insert on organization_root_detail referencing new
  table as changed_rows
  for each statement execute function catalog_changed();
create trigger organization_root_detail_in_catalog_update after update on organization_root_detail referencing new
  table as changed_rows
  for each statement execute function catalog_changed();
create trigger organization_root_detail_in_catalog_delete after delete on organization_root_detail referencing old
  table as changed_rows
  for each statement execute function catalog_changed();

create table organization (
  account_id uuid not null references account,
  id uuid not null,
  parent_organization_id uuid,
  type text not null check (type in ('buyer', 'management_unit', 'root_management_unit', 'store', 'warehouse')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  common_name text not null check (char_length(common_name) between 1 and 255),
  corporate_name text check (char_length(corporate_name) <= 255),
  siret text check (char_length(siret) <= 20),
  capital text check (char_length(capital) <= 64),
  module_type text not null default 'root' check (module_type in ('root', 'tim', 'lcm', 'rps')),
  street text check (char_length(street) <= 125),
  street_more text check (char_length(street_more) <= 125),
  zip_code text check (char_length(zip_code) <= 16),
  city text check (char_length(city) <= 45),
  country text check (country ~ '^[A-Z]{2}$'),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  geocoded_by_user boolean not null default false,
  place_email text check (char_length(place_email) <= 254),
  external_id text check (char_length(external_id) between 1 and 45),
  default_warehouse_id uuid,
  buyer_account_id uuid references account,
  -- Ids from the top of the tree down to the row itself; kept by trigger, so that a branch is one index lookup.
  path uuid[] not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  told text not null generated always as (search_text(common_name || ' '
    || coalesce(corporate_name, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(siret, '') || ' '
    || coalesce(zip_code, '') || ' ' || coalesce(city, '') || ' ' || coalesce(place_email, ''))) stored,
  phone text check (char_length(phone) between 4 and 32),
  -- A page of a map that leads there, where the place's own is better than one made of its address.
  directions_url text check (directions_url ~ '^https://' and char_length(directions_url) <= 500),
  opening_hours jsonb check (jsonb_typeof(opening_hours) = 'object'),
  -- The clocks of a place; null: those of its account.
  time_zone text check (char_length(time_zone) between 1 and 64),
  primary key (account_id, id),
  foreign key (account_id, parent_organization_id) references organization (account_id, id),
  check (type <> 'root_management_unit' or parent_organization_id is null),
  constraint organization_module_of_type check (module_type = case type when 'store' then 'tim' when 'warehouse' then
    'rps' when 'buyer' then 'lcm' else 'root' end)
);
create index organization_by_parent on organization (account_id, parent_organization_id);
create index organization_by_type on organization (account_id, type, common_name);
create index organization_branch on organization using gin (account_id, path);
create unique index organization_external_id on organization (account_id, lower(external_id));

create function organization_place() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  parent organization;
  allowed boolean;
begin
  if tg_op = 'UPDATE' and (new.type <> old.type or new.account_id <> old.account_id or new.id <> old.id) then
    raise exception 'the type of an entity cannot be changed'
      using errcode = 'check_violation', table = 'organization', constraint = 'organization_type_fixed';
  end if;
  if new.parent_organization_id is null then
    new.path := array[new.id];
    if new.type in ('management_unit', 'store') then
      raise exception 'a % needs a parent', new.type
        using errcode = 'check_violation', table = 'organization', constraint = 'organization_parent_type';
    end if;
    return new;
  end if;
  -- Two moves at the same time could close a circle that neither sees.
  perform pg_advisory_xact_lock(hashtextextended('organization:' || new.account_id, 0));
  select * into parent from organization o where o.account_id = new.account_id and o.id = new.parent_organization_id;
  if not found then
    raise exception 'unknown parent' using errcode = 'foreign_key_violation', table = 'organization',
      constraint = 'organization_account_id_parent_organization_id_fkey';
  end if;
  allowed := case new.type
    when 'management_unit' then parent.type in ('management_unit', 'root_management_unit')
    when 'store' then parent.type = 'management_unit'
    when 'warehouse' then parent.type in ('management_unit', 'root_management_unit')
    when 'buyer' then parent.type in ('buyer', 'root_management_unit')
    else false end;
  if not allowed then
    raise exception 'a % cannot stand under a %', new.type, parent.type
      using errcode = 'check_violation', table = 'organization', constraint = 'organization_parent_type';
  end if;
  if new.id = any (parent.path) then
    raise exception 'an entity cannot stand under itself'
      using errcode = 'check_violation', table = 'organization', constraint = 'organization_no_circle';
  end if;
  new.path := parent.path || new.id;
  return new;
end $$;
create trigger organization_place before insert or update of account_id, id, type, parent_organization_id, path on
  organization
  for each row execute function organization_place();
create trigger organization_version before update on organization for each row execute function raise_version();

create function organization_moved() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update organization set path = path where account_id = new.account_id and parent_organization_id = new.id;
  return null;
end $$;
create trigger organization_moved after update of parent_organization_id, path on organization
  for each row when (new.path is distinct from old.path) execute function organization_moved();

create function organization_subtype() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.type = 'warehouse' then
    insert into organization_warehouse values (new.account_id, new.id);
  elsif new.type = 'store' then
    insert into organization_store values (new.account_id, new.id);
  end if;
  return null;
end $$;
create trigger organization_subtype after insert on organization
  for each row when (new.type = any (array['warehouse', 'store'])) execute function organization_subtype();
create trigger organization_inserted after insert on organization referencing new table as changed_rows
  for each statement execute function warehouse_changed();
create trigger organization_updated after update on organization referencing new table as changed_rows
  for each statement execute function warehouse_changed();
create trigger organization_deleted after delete on organization referencing old table as changed_rows
  for each statement execute function warehouse_changed();
create trigger organization_public_insert after insert on organization referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger organization_public_update after update on organization referencing new table as changed_rows
  for each statement execute function public_changed();
create trigger organization_public_delete after delete on organization referencing old table as changed_rows
  for each statement execute function public_changed();

-- Who adds an entity need not say what follows.
create function organization_module() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.module_type := case new.type when 'store' then 'tim' when 'warehouse' then 'rps' when 'buyer' then 'lcm' else 'root' end;
  return new;
end $$;
create trigger organization_module before insert on organization for each row execute function organization_module();

-- The subtypes that other tables point at: a foreign key to one of these cannot name an entity of another type.
create table organization_warehouse (
  account_id uuid not null,
  organization_id uuid not null,
  primary key (account_id, organization_id),
  foreign key (account_id, organization_id) references organization (account_id, id) on delete cascade
);

alter table organization add foreign key (account_id, default_warehouse_id) references organization_warehouse
  (account_id, organization_id);

create table organization_store (
  account_id uuid not null,
  organization_id uuid not null,
  primary key (account_id, organization_id),
  foreign key (account_id, organization_id) references organization (account_id, id) on delete cascade
);

-- What a public page shows of the account behind a host name, and nothing more. The account of '*' answers only where
-- it may.
create function site_of_host(p_host text, p_any boolean)
  returns table (id uuid, name text, company_country text, language text, currency text, time_zone text, main_color
    text, logo text, favicon text, host text, web_channel_url text, tag_manager_id text, consent_tool_id text,
      external_website_url text, external_website_text text, drop_off_locations_map_enabled boolean, cookies_policy
        text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.name, a.company_country, a.language, a.currency, a.time_zone, a.main_color, a.logo, a.favicon, a.host,
    a.web_channel_url, a.tag_manager_id, a.consent_tool_id, a.external_website_url, a.external_website_text,
    a.drop_off_locations_map_enabled, a.cookies_policy
  from account a
  where a.status = 'active' and (a.host = lower(p_host)
    or (p_any and a.host = '*' and not exists (select 1 from account h where h.host = lower(p_host))))
$$;

-- The program's own label goes with its buyback, as a carrier's order does; a parcel that is under way keeps its own.
create function own_label_cancelled() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from parcel p
      where p.account_id = new.account_id and p.buyback_id = new.id and p.state <> 'program') then
    return null;
  end if;
  update buyback_document set state = 'none', bytes = null, ready_at = null
  where account_id = new.account_id and buyback_id = new.id and kind = 'shipping_label' and state <> 'none';
  update buyback set delivery_status = 'ORDER_CANCELLED'
  where account_id = new.account_id and id = new.id and delivery_status like 'ORDER_%'
    and delivery_status <> 'ORDER_CANCELLED';
  return null;
end $$;

create function host_holder(p_host text, p_any boolean) returns table (account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id from account a
  where a.host = lower(p_host)
    or (p_any and a.host = '*' and not exists (select 1 from account h where h.host = lower(p_host)))
$$;
