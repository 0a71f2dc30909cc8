-- Weekly statistics.

-- A week that was counted; weeks begin on Monday, in the account's time zone.
create table dashboard_week (
  account_id uuid not null references account,
  week_from date not null check (extract(isodow from week_from) = 1),
  counted_at timestamptz not null,
  primary key (account_id, week_from)
);

-- One figure of one week, by all that narrows what a user sees.
create table dashboard_statistic (
  account_id uuid not null,
  week_from date not null,
  figure text not null check (figure in ('awaiting_transit', 'in_transit', 'processing', 'completed', 'unfinished',
    'predeclared')),
  store_id uuid,
  buyer_account_id uuid,
  warehouse_id uuid,
  total integer not null check (total > 0),
  -- Weeks that are counted already keep their totals; which entity they were of is no longer known.
  buyer_organization_id uuid,
  constraint dashboard_statistic_key unique nulls not distinct (account_id, week_from, figure, store_id,
    buyer_account_id, buyer_organization_id, warehouse_id),
  foreign key (account_id, week_from) references dashboard_week (account_id, week_from) on delete cascade
);

-- Weeks of every account that are over and not counted yet, the latest first.
create function statistics_due(p_now timestamptz, p_weeks integer) returns table (account_id uuid, week_from date)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with present as materialized (
    select a.id, date_trunc('week', p_now at time zone z.name) as monday
    from account a join pg_timezone_names z on z.name = a.time_zone
    where a.status = 'active' and a.is_retailer
  )
  select p.id, (p.monday - n * interval '7 days')::date
  from present p cross join generate_series(1, p_weeks) n
  where not exists (select from dashboard_week w
    where w.account_id = p.id and w.week_from = (p.monday - n * interval '7 days')::date)
  order by n, p.id
$$;
