/** Writes the line of a purchase, with the name that the product has everywhere. */
export const registerLine = `
create or replace function record_purchase(p_account uuid, p_buyback uuid, p_amount integer, p_at timestamptz default now())
  returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head purchase_register_head%rowtype;
  line text;
  next_number bigint;
begin
  if exists (select 1 from purchase_register r where r.account_id = p_account and r.buyback_id = p_buyback) then
    return;
  end if;
  insert into purchase_register_head (account_id, number, hash)
  values (p_account, 1, sha256(convert_to(p_account::text, 'UTF8')))
  on conflict (account_id) do update set number = purchase_register_head.number + 1
  returning * into head;
  next_number := head.number;
  select jsonb_build_object(
    'number', next_number,
    'recordedAt', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'buybackId', b.id,
    'buybackCode', b.identification_number,
    'purchasedAt', to_char(b.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    -- As the product is called everywhere: the brand once, also where the label begins with it.
    'description', case when p.brand is null or starts_with(lower(p.label), lower(p.brand))
      then p.label else p.brand || ' ' || p.label end,
    'category', g.name,
    'serialNumber', i.serial_number,
    'imei', i.imei,
    'seller', case when c.id is not null then jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name,
      'street', c.street, 'streetMore', c.street_more, 'zipCode', c.zip_code, 'city', c.city, 'country', c.country) end,
    'sealedIdentity', to_jsonb(c) -> 'register_identity',
    'priceCents', p_amount,
    'currency', a.currency,
    'paymentMeans', m.label
  )::text into line
  from buyback b
  join account a on a.id = b.account_id
  join product p on p.account_id = b.account_id and p.id = b.product_id
  join category g on g.account_id = b.account_id and g.id = b.category_id
  left join item i on i.account_id = b.account_id and i.buyback_id = b.id
  left join customer c on c.account_id = b.account_id and c.id = b.customer_id
  left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
  where b.account_id = p_account and b.id = p_buyback;
  insert into purchase_register (account_id, number, buyback_id, recorded_at, content, previous_hash, hash)
  values (p_account, next_number, p_buyback, p_at, line, head.hash, sha256(head.hash || convert_to(line, 'UTF8')));
  update purchase_register_head set hash = sha256(head.hash || convert_to(line, 'UTF8')) where account_id = p_account;
end $$;
`
