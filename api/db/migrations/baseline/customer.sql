-- Customers, the keys that seal what they confided, and notices to them.

create table customer (
  account_id uuid not null references account,
  id uuid not null,
  first_name text not null check (char_length(first_name) between 1 and 255),
  last_name text not null check (char_length(last_name) between 1 and 255),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 32),
  street text check (char_length(street) <= 125),
  street_more text check (char_length(street_more) <= 125),
  zip_code text check (char_length(zip_code) <= 16),
  city text check (char_length(city) <= 45),
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now(),
  language text check (language in ('fr-FR', 'en-GB', 'nl-BE', 'de-DE')),
  identification_type text
    check (identification_type in ('driving_licence', 'identity_card', 'passport', 'residence_permit')),
  identification_issued_on date,
  identification_authority text check (char_length(identification_authority) <= 255),
  account_holder text check (char_length(account_holder) <= 70),
  -- Who sold, sealed with a key that erasing the customer leaves: the register of purchases copies it.
  register_identity bytea check (octet_length(register_identity) <= 4096),
  erased_at timestamptz,
  -- The customer of the cart, of whose buybacks a store has finalised one with a customer of its own.
  set_apart_from uuid,
  latin_name text check (char_length(latin_name) between 1 and 140),
  account_bic text check (account_bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  told text not null generated always as (search_text(first_name || ' ' || last_name)) stored,
  found_again_since timestamptz,
  found_again_ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, set_apart_from) references customer (account_id, id)
);
create index customer_by_name on customer (account_id, last_name, first_name, id);
create index customer_by_email on customer (account_id, email);
create index customer_set_apart on customer (account_id, set_apart_from) where set_apart_from is not null;
create index customer_told on customer using gin (account_id, told gin_trgm_ops);
create index customer_found_by_email on customer (account_id, lower(email))
  where found_again_since is not null or found_again_ended_at is not null;
create index customer_found_by_phone on customer (account_id, phone)
  where found_again_since is not null or found_again_ended_at is not null;

-- Each customer's secrets have a key of their own, which the installation's master key wraps. Without the row nobody
-- opens them any more, in no backup made later either.
create table customer_key (
  account_id uuid not null,
  customer_id uuid not null,
  wrapped_key bytea not null check (octet_length(wrapped_key) between 60 and 120),
  created_at timestamptz not null default now(),
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customer (account_id, id)
);

create table customer_secret (
  account_id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('identity_number', 'iban')),
  sealed bytea not null check (octet_length(sealed) between 29 and 512),
  created_at timestamptz not null default now(),
  primary key (account_id, customer_id, kind),
  foreign key (account_id, customer_id) references customer_key (account_id, customer_id) on delete cascade
);

-- What a customer is still to be told; a row goes once its mail is made. It waits a little, for an operator's last
-- action can be taken back.
create table customer_notice (
  account_id uuid not null references account,
  buyback_id uuid not null,
  kind text not null check (kind in ('item_received', 'price_confirmed',
    'proposal_accepted', 'proposal_declined', 'proposal_ended_accepted', 'proposal_ended_declined', 'buyback_cancelled',
    'item_lost')),
  due_at timestamptz not null default clock_timestamp() + interval '2 minutes',
  attempts integer not null default 0,
  -- No key of the buyback: checking it would lock that row after the item's, against the order of locks.
  primary key (account_id, buyback_id, kind)
);
create index customer_notice_due on customer_notice (due_at);

-- Takes the words about a customer of the current account from all that is kept of the buybacks, and what is noted with
-- a payment that waited for a second person. The register is another matter: the law asks for its lines.
create function erase_words_about(p_customer uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  buybacks constant uuid[] := array(
    select b.id from buyback b where b.account_id = account and b.customer_id = p_customer);
  items constant uuid[] := array(
    select i.id from item i where i.account_id = account and i.buyback_id = any (buybacks));
begin
  update buyback set cancel_comment = null
    where account_id = account and id = any (buybacks) and cancel_comment is not null;
  update payment set complementary_information = null
    where account_id = account and buyback_id = any (buybacks) and complementary_information is not null;
  update payment_release r set note = null, reason = null, payee_digest = null
    from payment p
    where r.account_id = account and (r.note is not null or r.reason is not null or r.payee_digest is not null)
      and p.account_id = account and p.id = r.payment_id and p.buyback_id = any (buybacks);
  update payment_attempt a set failure = null
    from payment p
    where a.account_id = account and a.failure is not null and p.account_id = account and p.id = a.payment_id
      and p.buyback_id = any (buybacks);
  update item set comment = null, facts = without_comments(facts)
    where account_id = account and id = any (items) and (comment is not null or facts <> without_comments(facts));
  update item_history set comment = null, details = without_comments(details)
    where account_id = account and item_id = any (items)
      and (comment is not null or details <> without_comments(details));
  update sync_op set args = without_comments(args)
    where account_id = account and args <> without_comments(args)
      and (args ->> 'itemId' = any (items::text[])
        or op_id in (select h.op_id from item_history h where h.account_id = account and h.item_id = any (items)));
  update parcel set failure = null
    where account_id = account and (buyback_id = any (buybacks) or item_id = any (items)) and failure is not null;
  update delivery_event e set place = null, text = null
    from parcel p
    where e.account_id = account and (e.place is not null or e.text is not null)
      and p.account_id = account and p.id = e.parcel_id and (p.buyback_id = any (buybacks) or p.item_id = any (items));
end $$;

-- Customers of the current account whose name has each word of a text.
create function customers_told(p_text text) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, public, pg_temp as $$
declare
  account constant uuid := current_account_id();
  words constant text[] := told_words(p_text);
  pattern constant text := told_pattern(words[1]);
begin
  return query select u.id from customer u where u.account_id = account and u.told like pattern
    and not exists (select from unnest(words) w (word) where strpos(u.told, w.word) = 0);
end $$;

create function note_for_customer(p_account uuid, p_buyback uuid, p_kind text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into customer_notice (account_id, buyback_id, kind) values (p_account, p_buyback, p_kind) on conflict do nothing
$$;

create function customer_notices_due(p_limit integer) returns table (account_id uuid, buyback_id uuid, kind text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.account_id, n.buyback_id, n.kind from customer_notice n join account a on a.id = n.account_id
  where a.status = 'active' and n.due_at <= now() order by n.due_at limit p_limit
$$;
