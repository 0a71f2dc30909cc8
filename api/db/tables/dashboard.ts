import type { StatisticFigure } from '#domain/dashboard/statistics.ts'

/** A week that was counted for the dashboard. */
export interface DashboardWeekTable {
  readonly account_id: string
  /** Its Monday in the account's time zone. */
  readonly week_from: string
  readonly counted_at: Date
}

/** One figure of one week, by all that narrows what a user sees. */
export interface DashboardStatisticTable {
  readonly account_id: string
  readonly week_from: string
  readonly figure: StatisticFigure
  readonly store_id: string | null
  readonly buyer_account_id: string | null
  readonly buyer_organization_id: string | null
  readonly warehouse_id: string | null
  readonly total: number
}
