import type { Database } from '#api/db/database.ts'
import { scopeOf } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { statisticFigures } from '#domain/dashboard/statistics.ts'
import { succeed } from '#domain/kernel/result.ts'
import { dashboardDataCall } from '#sync/calls/dashboard.ts'
import { readStatistics } from './statistics-queries.ts'

/** What the routes are built from. */
export interface DashboardDeps {
  readonly database: Database
}

/** The figures of the dashboard, as far as their caller's scope reaches. */
export function createDashboardRoutes({ database }: DashboardDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...dashboardDataCall, permission: 'dashboard.read', summary: 'Figures of the dashboard' },
      async ({ caller, query }) => {
        const scope = await scopeOf(database, caller)
        const figures = query.fileNameFormats ?? statisticFigures
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => readStatistics(tx, caller.accountId, scope, figures),
          { readOnly: true, isolation: 'repeatable read' },
        )
        return succeed(found)
      },
    ),
  ]
}
