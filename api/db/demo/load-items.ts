import type pg from 'pg'
import { paths, type Path } from './paths.ts'
import { declarationSql, prepareDeclarations, testedFactsSql } from './declarations.ts'
import { insertRows } from './insert-rows.ts'
import { loadDeliveries } from './load-deliveries.ts'
import { loadPayments } from './load-payments.ts'
import { promisedDays } from './promised-days.ts'
import { prepareRefurb, refurbFactsSql } from './refurb-facts.ts'

/** What a run of items starts from. */
export interface ItemsPlan {
  readonly accountId: string
  readonly seed: number
  readonly now: Date
  /** First number of the account's codes. */
  readonly firstCode: number
  /** Numbers of the items to make, both included, counted from 1. */
  readonly from: number
  readonly to: number
  /** Whether those that travel get their parcels; the first ones do in any case. */
  readonly hasParcels: boolean
}

/**
 * Makes buybacks with items and histories, set by set in the database itself: one statement drafts a chunk, three
 * insert it. Every value follows from the account, the seed and the item's number; `now` only shifts the dates.
 */
export async function loadItems(client: pg.ClientBase, plan: ItemsPlan): Promise<void> {
  await client.query('drop table if exists demo_draft')
  await client.query(draftSql(), [
    plan.accountId,
    plan.seed,
    plan.now.toISOString(),
    plan.firstCode,
    plan.from,
    plan.to,
    paths.length,
  ])
  await client.query(buybackSql, [plan.accountId, JSON.stringify(await promisedDays(client))])
  await client.query(itemSql, [plan.accountId])
  await client.query(historySql, [plan.accountId, plan.now.toISOString()])
  await loadPayments(client, plan.accountId)
  if (plan.from === 1 || plan.hasParcels) await loadDeliveries(client, plan.accountId, plan.from)
  await client.query('drop table demo_draft')
}

/** Fills the temporary tables that `loadItems` draws from; they live as long as the connection. */
export async function prepareItems(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(choicesSql(accountId))
  await prepareDeclarations(client, accountId)
  await prepareRefurb(client, accountId)
  await insertRows(client, 'demo_path', paths.map(pathRow))
  await insertRows(
    client,
    'demo_circuit',
    paths.flatMap((path, at) => path.circuits.map((type, n) => ({ path_no: at, n, type }))),
  )
  await insertRows(
    client,
    'demo_step',
    paths.flatMap((path, at) => stepRows(path, at)),
  )
  await client.query('analyze demo_product; analyze demo_customer; analyze demo_step; analyze demo_path')
}

const totalWeight = paths.reduce((sum, path) => sum + path.weight, 0)

function pathRow(path: Path, at: number): Record<string, unknown> {
  const before = paths.slice(0, at).reduce((sum, each) => sum + each.weight, 0)
  const last = path.steps.at(-1)!
  // The status that the item left a warehouse with, or was lost with.
  const left = last.place === null && path.tested ? (path.steps.findLast((step) => step.place !== null) ?? null) : null
  const settled = path.steps.findIndex((step) => step.buyback.startsWith('bb_completed'))
  const ended = path.steps.findIndex(({ buyback }) => buyback === 'bb_cancelled' || buyback === 'bb_not_completed')
  const moved = path.steps.findLastIndex((step) => step.place !== null)
  return {
    path_no: at,
    low: before / totalWeight,
    high: (before + path.weight) / totalWeight,
    circuits: path.circuits.length,
    hours: path.steps.reduce((sum, step) => sum + step.hours, 0),
    rests_days: path.restsDays,
    status: last.status,
    buyback_status: last.buyback,
    place: last.place,
    stock: last.stock,
    tested: path.tested ?? false,
    left_status: left?.status ?? null,
    keeps_money: path.keepsMoney ?? false,
    was_tested: path.steps.some((step) => step.action === 'test'),
    settled_hours: settled < 0 ? null : hoursUntil(path, settled),
    ended_hours: ended < 0 ? null : hoursUntil(path, ended),
    moved_hours: moved < 0 ? null : hoursUntil(path, moved),
  }
}

function hoursUntil(path: Path, at: number): number {
  return path.steps.slice(0, at + 1).reduce((sum, step) => sum + step.hours, 0)
}

function stepRows(path: Path, at: number): Record<string, unknown>[] {
  let hours = 0
  return path.steps.map((step, n) => {
    const before = path.steps[n - 1]
    hours += step.hours
    return {
      path_no: at,
      step_no: n,
      steps: path.steps.length,
      action: step.action,
      hours,
      from_status: before?.status ?? null,
      to_status: step.status,
      from_stock: before?.stock ?? null,
      to_stock: step.stock,
      place: step.place ?? before?.place ?? null,
      actor: step.actor,
    }
  })
}

function choicesSql(accountId: string): string {
  const own = `account_id = '${accountId}'`
  return `
    create temp table demo_path (path_no int primary key, low float8, high float8, circuits int, hours float8,
      rests_days float8, status text, buyback_status text, place text, stock text, tested boolean, left_status text,
      keeps_money boolean, was_tested boolean, settled_hours float8, ended_hours float8,
      moved_hours float8);
    create temp table demo_circuit (path_no int, n int, type text, primary key (path_no, n));
    create temp table demo_step (path_no int, step_no int, steps int, action text, hours float8, from_status text,
      to_status text, from_stock text, to_stock text, place text, actor text, primary key (path_no, step_no));
    create temp table demo_product as
      select row_number() over (order by p.id) - 1 as n, p.id, p.main_category_id as category_id, p.simple,
        (select min(t.tac) from product_tac t where t.account_id = p.account_id and t.product_id = p.id) as tac,
        (select jsonb_object_agg(r.grade, r.price_cents) from product_price r
          where r.account_id = p.account_id and r.product_id = p.id) as prices
      from product p where ${own};
    create temp table demo_customer as
      select row_number() over (order by id) - 1 as n, id from customer where ${own};
    create temp table demo_store as
      select row_number() over (order by external_id, id) - 1 as n, id from organization
      where ${own} and type = 'store';
    create temp table demo_warehouse as
      select row_number() over (order by created_at, id) - 1 as n, id from organization
      where ${own} and type = 'warehouse';
    create temp table demo_buyer as
      select id, buyer_account_id from organization where ${own} and type = 'buyer' limit 1;
    create temp table demo_payment_mode as
      select row_number() over (order by position) - 1 as n, id from payment_mode where ${own};
    create temp table demo_actor as
      select case m.module when 'rps' then 'warehouse' else 'store' end as kind, m.organization_id,
        row_number() over (partition by m.organization_id order by u.id) - 1 as n,
        count(*) over (partition by m.organization_id) as of, u.id,
        u.first_name || ' ' || u.last_name as name
      from user_module m join user_account u on u.account_id = m.account_id and u.id = m.user_id
      where m.${own} and (m.module = 'rps' or (m.module = 'tim' and m.user_type like 'store%'))`
}

// Eight independent draws from 0 up to 1 for each number.
const draws = Array.from({ length: 8 }, (_, at) => {
  const half = at < 4 ? 'h1' : 'h2'
  return `('x' || substr(${half}, ${1 + (at % 4) * 8}, 8))::bit(32)::bigint / 4294967296.0::float8 as r${at}`
}).join(', ')

/** SQL for a GS1 check digit of `digits` digits held as a number. */
function gs1Sql(value: string, digits: number): string {
  const sum = Array.from(
    { length: digits },
    (_, at) => `(${value} / ${10n ** BigInt(at)} % 10) * ${at % 2 === 0 ? 3 : 1}`,
  ).join(' + ')
  return `((10 - (${sum}) % 10) % 10)`
}

/** SQL for the Luhn digit of 14 digits held as a number. */
function luhnSql(value: string): string {
  const sum = Array.from({ length: 14 }, (_, at) => {
    const digit = `(${value} / ${10n ** BigInt(at)} % 10)`
    return at % 2 === 0 ? `(${digit} * 2 / 10 + ${digit} * 2 % 10)` : digit
  }).join(' + ')
  return `((10 - (${sum}) % 10) % 10)`
}

const grades = `(array['grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'])`

// The part of an account's id that follows from the seed; the rest is the time of its making.
const account = 'right($1::text, 12)'

// Codes are numbers in an order that looks random and never repeats: a multiplier prime to the modulus.
function draftSql(): string {
  return `
    create temp table demo_draft as
    with numbered as materialized (
      select n, md5(${account} || ':' || $2::text || ':' || n) as h1, md5(n || '/' || $2::text || '/' || ${account}) as h2
      from generate_series($5::bigint, $6::bigint) n
    ), drawn as materialized (
      select n, h1, h2, ${draws}, ($4::bigint + n) * 736338717 % 10000000000 + 200000000000 as code12,
        ($4::bigint + n) * 3145739 % 10000000 as code7
      from numbered
    ), chosen as materialized (
      select d.*, p.path_no, p.status, p.buyback_status, p.place, p.stock, p.tested, p.left_status, p.keeps_money,
        p.was_tested, p.settled_hours, p.ended_hours, p.moved_hours, 0.7 + 0.6 * d.r1 as pace,
        -- The first items take every path once; afterwards the weights decide.
        $3::timestamptz - make_interval(secs => 3600 * (p.hours * (0.7 + 0.6 * d.r1)
          + 2 + 24 * p.rests_days * d.r2 * d.r2)) as started_at,
        (select c.type from demo_circuit c where c.path_no = p.path_no and c.n = floor(d.r3 * p.circuits)) as circuit_type
      from drawn d join demo_path p
        on case when d.n <= $7::int then p.path_no = d.n - 1 else d.r0 >= p.low and d.r0 < p.high end
    ), priced as materialized (
      select c.*, q.id as product_id, q.category_id, q.tac, q.simple, q.prices, k.id as circuit_id,
        case when q.simple then 'functional' else ${grades}[least(case when l.is_lower then 3 else 5 end,
          1 + floor(5 * c.r4 * c.r4)::int)] end as asked_grade,
        case when q.simple then 'functional' else ${grades}[least(case when l.is_lower then 3 else 5 end,
          1 + floor(5 * c.r4 * c.r4)::int) + case when l.is_lower then 1 else 0 end]
          end as found_grade
      from chosen c
      join demo_product q on q.n = floor(c.r5 * (select count(*) from demo_product))::bigint
      join circuit k on k.account_id = $1::uuid and k.type = c.circuit_type
      -- Declared no worse than C, so that every category has an answer that is worse.
      cross join lateral (select c.status in ('item_in_quarantine', 'item_completed_with_negociation',
        'item_to_return', 'item_returned', 'item_to_reintegrate_to_stock', 'item_completed_with_absorption')
        as is_lower) l
    ), drafted as materialized (select x.n, x.path_no, x.status, x.buyback_status, x.tested, x.left_status, x.keeps_money, x.was_tested,
      x.pace, x.started_at, ${atWork('x.started_at')} as created_at,
      ${atWork('x.started_at + make_interval(secs => 3600 * x.pace * x.settled_hours)')} as settled_at,
      ${atWork('x.started_at + make_interval(secs => 3600 * x.pace * x.ended_hours)')} as ended_at,
      ${atWork('x.started_at + make_interval(secs => 3600 * x.pace * x.moved_hours)')} as moved_at, x.circuit_type, x.circuit_id, x.product_id, x.category_id,
      x.simple, x.prices, x.r6, x.r7, x.h1, x.h2,
      dc.grade as declared_grade, dc.price_cents as declared_cents, dc.answers as declared_answers,
      fc.grade as controlled_grade, fc.price_cents as controlled_cents, fc.answers as controlled_answers,
      dc.questionnaire_id,
      ${id('x.started_at', 'x.h1')} as buyback_id, ${id('x.started_at', 'x.h2')} as item_id,
      (x.code12 * 10 + ${gs1Sql('x.code12', 12)})::text as buyback_code,
      case when x.r6 < 0.5 then lpad((x.code7 * 10 + ${gs1Sql('x.code7', 7)})::text, 8, '0') end as short_code,
      case when x.tac is not null then (x.tac::bigint * 10000000 + y.serial * 10
        + ${luhnSql('(x.tac::bigint * 1000000 + y.serial)')})::text end as imei,
      s.id as store_id, w.id as destination_id, o.id as other_id,
      case x.place when 'destination' then w.id when 'other' then o.id end as warehouse_id,
      t.id as stock_id, u.id as customer_id, m.id as payment_mode_id
    from priced x
    join demo_condition dc on dc.product_id = x.product_id and dc.asked_grade = x.asked_grade
    join demo_condition fc on fc.product_id = x.product_id and fc.asked_grade = x.found_grade
    cross join lateral (select (x.n * 7919 + 104729) % 1000000 as serial) y
    join demo_store s on s.n = floor(x.r6 * 977)::bigint % (select count(*) from demo_store)
    -- Two of three items go to the first warehouse.
    join demo_warehouse w on w.n = case when x.r7 < 0.66 then 0 else (select count(*) from demo_warehouse) - 1 end
    join demo_warehouse o on o.n = case when x.r7 < 0.66 then (select count(*) from demo_warehouse) - 1 else 0 end
    left join stock t on t.account_id = $1::uuid and t.native = x.stock
      and t.warehouse_id = case x.place when 'destination' then w.id when 'other' then o.id end
    join demo_customer u on u.n = floor(x.r3 * 99991 + x.n)::bigint % (select count(*) from demo_customer)
    join demo_payment_mode m on m.n = floor(x.r2 * 997)::bigint % (select count(*) from demo_payment_mode)
    ), validated as materialized (
      select d.*,
        case when buyback_status = 'bb_completed_with_negociation' then controlled_grade else declared_grade end
          as validated_grade,
        case when buyback_status = 'bb_completed_with_negociation' then controlled_cents else declared_cents end
          as validated_cents
      from drafted d
    )
    select v.*, case
      when v.keeps_money then 'payment_completed'
      when v.buyback_status in ('bb_cancelled', 'bb_not_completed') then 'payment_cancelled'
      when v.buyback_status not like 'bb_completed%' then 'awaiting_payment'
      when v.validated_cents = 0 then 'payment_not_needed'
      when v.settled_at < $3::timestamptz - interval '6 days' then
        case when v.r6 < 0.02 then 'payment_failed' else 'payment_completed' end
      when v.r6 < 0.3 then 'payment_initiated'
      else 'payment_created' end as payment_status
    from validated v`
}

// A UUIDv7 of the time given, its other bits from a hash.
function id(at: string, hash: string): string {
  return `(lpad(to_hex(floor(extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(${hash}, 1, 3)
    || '8' || substr(${hash}, 10, 15))::uuid`
}

// Nobody works at night: hours of the day are drawn into eight to seven o'clock, which keeps their order.
function atWork(at: string): string {
  const day = `date_trunc('day', ${at}, 'Europe/Paris')`
  return `case when ${at} is not null then least(${day} + interval '8 hours' + (${at} - ${day}) * 11 / 24, now()) end`
}

const buybackSql = `
  insert into buyback (account_id, id, identification_number, external_code, status, delivery_status, circuit_id,
    store_id, buyer_organization_id, buyer_account_id, customer_id, category_id, product_id, predeclared_grade,
    predeclared_price_cents, declared_grade, declared_price_cents, controlled_grade, controlled_price_cents,
    validated_grade, validated_price_cents, payment_status, payment_mode_id, cancel_reason, created_at, settled_at,
    ended_at,
    promised_payment_on, declaration)
  select $1::uuid, d.buyback_id, d.buyback_code, null, d.buyback_status,
    case when d.circuit_type in ('web_post', 'web_drop_label', 'web_collect', 'store_collect', 'store_drop_label') then
      case when d.status in ('item_created', 'item_awaiting_inventory') then 'ORDER_LABEL_READY'
        when d.status = 'item_in_transit' then 'DELIVERY_IN_TRANSIT'
        when d.status = 'item_cancelled' then 'ORDER_CANCELLED'
        when d.status = 'item_lost_transport' then 'DELIVERY_FAILED'
        else 'DELIVERY_DELIVERED' end end,
    d.circuit_id, case when d.circuit_type like 'store%' or d.circuit_type = 'web_drop' then d.store_id end,
    b.id, b.buyer_account_id, d.customer_id, d.category_id, d.product_id,
    case when d.circuit_type like 'web%' then d.declared_grade end,
    case when d.circuit_type like 'web%' then d.declared_cents end,
    d.declared_grade, d.declared_cents,
    case when d.was_tested then d.controlled_grade end, case when d.was_tested then d.controlled_cents end,
    case when d.buyback_status like 'bb_completed%' then d.validated_grade end,
    case when d.buyback_status like 'bb_completed%' then d.validated_cents end,
    d.payment_status, d.payment_mode_id,
    case when d.buyback_status = 'bb_cancelled' then
      (array['customer_retraction', 'technical_problem', 'other'])[1 + floor(d.r6 * 3)::int] end,
    d.created_at,
    d.settled_at,
    d.ended_at,
    ($2::jsonb ->> (d.settled_at at time zone 'Europe/Paris')::date::text)::date, ${declarationSql}
  from demo_draft d
  join category g on g.account_id = $1::uuid and g.id = d.category_id
  join circuit k on k.account_id = $1::uuid and k.id = d.circuit_id
  join payment_mode m on m.account_id = $1::uuid and m.id = d.payment_mode_id
  left join demo_buyer b on true`

const itemSql = `
  insert into item (account_id, id, buyback_id, identification_number, product_id, imei, serial_number, status,
    stock_id, warehouse_id, destination_warehouse_id, store_id, tested, left_status, keeps_money, latest_move_at,
    created_at, updated_at, facts)
  select $1::uuid, d.item_id, d.buyback_id, coalesce(d.short_code, d.buyback_code), d.product_id, d.imei,
    upper(substr(d.h2, 20, 10)), d.status, d.stock_id, d.warehouse_id, d.destination_id,
    case when d.circuit_type like 'store%' or d.circuit_type = 'web_drop' then d.store_id end, d.tested, d.left_status,
    d.payment_status in ('payment_initiated', 'payment_completed'),
    d.moved_at, d.created_at, d.created_at, ${testedFactsSql} || coalesce(${refurbFactsSql}, '{}')
  from demo_draft d
  join circuit k on k.account_id = $1::uuid and k.id = d.circuit_id
  join payment_mode m on m.account_id = $1::uuid and m.id = d.payment_mode_id`

const historySql = `
  insert into item_history (account_id, id, item_id, action, device_at, server_at, actor_id, actor_name, warehouse_id,
    from_status, to_status, from_stock_id, to_stock_id)
  select $1::uuid, ${id('e.at', 'md5(d.h1 || s.step_no)')}, d.item_id, s.action,
    case when s.actor in ('store', 'warehouse') then e.at - make_interval(secs => 1 + floor(d.r6 * 9)) end,
    e.at, a.id, a.name, p.warehouse_id, s.from_status, s.to_status, f.id, t.id
  from demo_draft d
  join demo_step s on s.path_no = d.path_no
  cross join lateral (
    select case s.place when 'destination' then d.destination_id when 'other' then d.other_id end as warehouse_id
  ) p
  cross join lateral (
    select least(${atWork('(d.started_at + make_interval(secs => 3600 * d.pace * s.hours))')}, $2::timestamptz - make_interval(mins => s.steps - s.step_no)) as at
  ) e
  left join stock f on f.account_id = $1::uuid and f.warehouse_id = p.warehouse_id and f.native = s.from_stock
  left join stock t on t.account_id = $1::uuid and t.warehouse_id = p.warehouse_id and t.native = s.to_stock
  left join demo_actor a on a.kind = s.actor and a.n = floor(d.r7 * 100003)::bigint % a.of and a.organization_id =
    case s.actor when 'store' then d.store_id else coalesce(p.warehouse_id, d.destination_id) end`
