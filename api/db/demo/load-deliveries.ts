import type pg from 'pg'

/**
 * Makes the labels, parcels and delivery events of the drafted products that travel with a label of their own, and the
 * transports of those that left: of the newest, which people look at. `first`: number of the first item drafted.
 */
export async function loadDeliveries(client: pg.ClientBase, accountId: string, first: number): Promise<void> {
  await client.query(`create temporary table demo_parcel as ${parcelSql}`, [accountId, first - 1])
  await client.query(labelSql, [accountId])
  await client.query(transportSql, [accountId])
  await client.query(storedSql, [accountId])
  await client.query(eventSql, [accountId])
  await client.query('drop table demo_parcel')
}

// The newest are what people look at; each has its number, and the moment at which it left.
const parcelSql = `
  select b.account_id, b.id as buyback_id, d.item_id, b.created_at, b.delivery_status, uuid_v7(b.created_at) as parcel_id,
    '905' || lpad(($2::bigint + row_number() over (order by d.buyback_code))::text, 14, '0') as body,
    d.r6 as chance, s.city as store_city, c.city as customer_city, w.city as warehouse_city,
    (select h.server_at from item_history h where h.account_id = b.account_id and h.item_id = d.item_id
      and h.to_status = 'item_in_transit' order by h.server_at limit 1) as left_at,
    (select h.server_at from item_history h where h.account_id = b.account_id and h.item_id = d.item_id
      and h.action = 'check_in' order by h.server_at limit 1) as arrived_at
  from demo_draft d
  join buyback b on b.account_id = $1 and b.id = d.buyback_id
  join item i on i.account_id = b.account_id and i.id = d.item_id
  left join organization s on s.account_id = b.account_id and s.id = b.store_id
  left join customer c on c.account_id = b.account_id and c.id = b.customer_id
  left join organization w on w.account_id = i.account_id and w.id = i.destination_warehouse_id
  where b.delivery_status is not null and b.delivery_status not like 'ORDER_C%'
  order by b.created_at desc limit 1500`

// A parcel that has left needs only its number and no label; a label that is still needed is made on the first request.
const labelSql = `
  insert into buyback_document (account_id, id, buyback_id, kind, state, number, created_at)
  select p.account_id, uuid_v7(p.created_at), p.buyback_id, 'shipping_label', 'none',
    p.body || (10 - (select sum(substr(p.body, at, 1)::integer * case when at % 2 = 1 then 3 else 1 end)
      from generate_series(1, 17) at) % 10) % 10, p.created_at
  from demo_parcel p where p.account_id = $1 and p.left_at is not null
  on conflict do nothing`

const transportSql = `
  insert into transport (account_id, id, buyback_id, item_id, created_at)
  select p.account_id, uuid_v7(p.left_at), p.buyback_id, p.item_id, p.left_at
  from demo_parcel p where p.account_id = $1 and p.left_at is not null`

const storedSql = `
  insert into parcel (account_id, id, buyback_id, state, created_at, updated_at)
  select p.account_id, p.parcel_id, p.buyback_id, 'program', p.left_at, p.left_at
  from demo_parcel p where p.account_id = $1 and p.left_at is not null`

// Its way by the hub of the region, at the pace of parcels; what was checked in had arrived before.
const eventSql = `
  insert into delivery_event (account_id, id, parcel_id, event_id, at, status, place, text, source, entered_by,
    received_at)
  select p.account_id, uuid_v7(e.at), p.parcel_id, 'demo:' || p.parcel_id || ':' || e.step, e.at, e.status, e.place,
    e.text, 'csv', u.id, e.at + interval '20 minutes'
  from demo_parcel p
  join lateral (select id from user_account where account_id = p.account_id order by created_at, id limit 1) u on true
  cross join lateral (
    select 1 as step, p.left_at as at, 'DELIVERY_PICKED_UP' as status, coalesce(p.store_city, p.customer_city) as place,
      null::text as text
    union all
    select 2, p.left_at + interval '9 hours', 'DELIVERY_IN_TRANSIT', 'Plateforme de Mâcon', null
    union all
    select 3, p.left_at + interval '20 hours', 'DELIVERY_DELAYED', 'Plateforme de Mâcon',
      'Tri reporté au lendemain' where p.chance < 0.15 and p.delivery_status = 'DELIVERY_DELIVERED'
    union all
    select 4, coalesce(p.arrived_at, p.left_at + interval '46 hours') - interval '5 hours',
      'DELIVERY_OUT_FOR_DELIVERY', p.warehouse_city, null where p.delivery_status in ('DELIVERY_DELIVERED', 'DELIVERY_FAILED')
    union all
    select 5, coalesce(p.arrived_at, p.left_at + interval '48 hours') - interval '1 hour', p.delivery_status,
      p.warehouse_city, case when p.delivery_status = 'DELIVERY_FAILED' then 'Colis introuvable dans le véhicule' end
    where p.delivery_status in ('DELIVERY_DELIVERED', 'DELIVERY_FAILED')
  ) e
  where p.account_id = $1 and p.left_at is not null and e.at < now()`
