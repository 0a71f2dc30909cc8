import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { BuybackScope } from '#api/db/buyback-scope.ts'
import type { Tables } from '#api/db/tables.ts'
import { statisticFigures, statisticWeeks, type StatisticFigure } from '#domain/dashboard/statistics.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import type { dashboardDataCall } from '#sync/calls/dashboard.ts'

type Tx = Transaction<Tables>

/** Figures that an open buyback counts for by the status of its item; any other item is being processed. */
const figureOfItem: Readonly<Partial<Record<ItemStatus, StatisticFigure>>> = {
  item_awaiting_store_drop: 'predeclared',
  item_created: 'awaiting_transit',
  item_awaiting_inventory: 'awaiting_transit',
  item_in_transit: 'in_transit',
}

/**
 * Counts a week that is over, once: what stood open at its end, and what was completed or ended without it in its
 * course. The statuses of the week's end are the histories', so that a week counted late is counted right.
 */
export async function countWeek(tx: Tx, accountId: string, weekFrom: string, now: Date): Promise<void> {
  const begun = await sql`insert into dashboard_week (account_id, week_from, counted_at)
    values (${accountId}, ${weekFrom}::date, ${now}) on conflict do nothing returning week_from`.execute(tx)
  if (begun.rows.length === 0) return
  await sql`
    insert into dashboard_statistic (account_id, week_from, figure, store_id, buyer_account_id, buyer_organization_id,
      warehouse_id, total)
    with week as materialized (
      select ${weekFrom}::date::timestamp at time zone a.time_zone as begins,
        (${weekFrom}::date + 7)::timestamp at time zone a.time_zone as ends
      from account a where a.id = ${accountId}
    ), touched as materialized (
      select b.id, b.store_id, b.buyer_account_id, b.buyer_organization_id, i.id as item_id, i.status as item_status,
        i.destination_warehouse_id as warehouse_id, w.ends,
        b.settled_at >= w.begins and b.settled_at < w.ends as is_completed,
        b.ended_at >= w.begins and b.ended_at < w.ends as is_unfinished,
        coalesce(least(b.settled_at, b.ended_at) >= w.ends, true) as is_open
      from week w
      join buyback b on b.account_id = ${accountId} and b.created_at < w.ends
        and coalesce(greatest(b.settled_at, b.ended_at) >= w.begins, true)
      join item i on i.account_id = b.account_id and i.buyback_id = b.id
    ), counted as (
      select 'completed' as figure, store_id, buyer_account_id, buyer_organization_id, warehouse_id
      from touched where is_completed
      union all
      select 'unfinished', store_id, buyer_account_id, buyer_organization_id, warehouse_id
      from touched where is_unfinished
      union all
      select coalesce(${JSON.stringify(figureOfItem)}::jsonb ->> coalesce(h.to_status, t.item_status), 'processing'),
        t.store_id, t.buyer_account_id, t.buyer_organization_id, t.warehouse_id
      from touched t left join lateral (
        select h.to_status from item_history h
        where h.account_id = ${accountId} and h.item_id = t.item_id and h.server_at < t.ends and h.to_status is not null
        order by h.server_at desc, h.id desc limit 1
      ) h on true
      where t.is_open
    )
    select ${accountId}, ${weekFrom}::date, figure, store_id, buyer_account_id, buyer_organization_id, warehouse_id,
      count(*)::int
    from counted group by figure, store_id, buyer_account_id, buyer_organization_id, warehouse_id`.execute(tx)
}

/** The figures named, over the latest weeks counted, as far as a scope reaches. */
export async function readStatistics(
  tx: Tx,
  accountId: string,
  scope: BuybackScope,
  figures: readonly StatisticFigure[],
): Promise<z.output<typeof dashboardDataCall.answer>> {
  const weeks = await sql<{ from: string; to: string; countedAt: Date }>`
    select week_from::text as from, (week_from + 6)::text as to, counted_at as "countedAt" from dashboard_week
    where account_id = ${accountId} order by week_from desc limit ${statisticWeeks}`.execute(tx)
  const latest = weeks.rows[0]
  const { rows } = await sql<{ from: string; figure: StatisticFigure; total: number }>`
    select s.week_from::text as from, s.figure, sum(s.total)::int as total from dashboard_statistic s
    where s.account_id = ${accountId} and ${inScope(scope)}
      and s.week_from >= ${weeks.rows.at(-1)?.from ?? null}::date group by s.week_from, s.figure`.execute(tx)
  const totals = new Map(rows.map(({ from, figure, total }) => [`${from} ${figure}`, total]))
  const shown = weeks.rows.toReversed()
  return {
    refreshedAt: latest?.countedAt.toISOString() ?? null,
    weekFrom: latest?.from ?? null,
    weekTo: latest?.to ?? null,
    statistics: statisticFigures
      .filter((figure) => figures.includes(figure))
      .map((figure) => {
        const ofWeeks = shown.map(({ from }) => ({ from, total: totals.get(`${from} ${figure}`) ?? 0 }))
        return { fileNameFormat: figure, total: ofWeeks.at(-1)?.total ?? 0, weeks: ofWeeks }
      }),
  }
}

function inScope(scope: BuybackScope) {
  switch (scope.kind) {
    case 'account':
      return sql`true`
    case 'stores':
      return sql`s.store_id = any (${scope.storeIds}::uuid[])`
    case 'buyer':
      return 'entityId' in scope.buyer
        ? sql`s.buyer_organization_id = ${scope.buyer.entityId}`
        : sql`s.buyer_account_id = ${scope.buyer.accountId}`
    case 'warehouse':
      return sql`s.warehouse_id = ${scope.warehouseId}`
  }
}
