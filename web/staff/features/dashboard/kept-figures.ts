import { dashboardDataCall, type DashboardDataAnswer } from '#sync/calls/dashboard.ts'
import type { CachedList } from '#web/local/cache/cached-list.ts'

/** The figures of the week as the server last told them: numbers alone. */
export const keptFigures: CachedList<DashboardDataAnswer> = {
  name: 'dashboard figures',
  permission: 'dashboard.read',
  schema: dashboardDataCall.answer,
  ask: (http) => http(dashboardDataCall),
}
