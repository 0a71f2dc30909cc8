import * as z from 'zod'
import { statisticFigures } from '#domain/dashboard/statistics.ts'
import { anyOf } from './list.ts'

/** One figure of the dashboard over the weeks. */
export const dashboardStatisticAnswer = z.object({
  fileNameFormat: z.enum(statisticFigures),
  /** The latest week's figure. */
  total: z.int().min(0),
  /** Mondays with which the weeks begin, the oldest first. */
  weeks: z.array(z.object({ from: z.iso.date(), total: z.int().min(0) })),
})
/** One figure of the dashboard. */
export type DashboardStatisticAnswer = z.output<typeof dashboardStatisticAnswer>

/**
 * `GET /api/dashboard-data?fileNameFormats[]=…` (BB-48): the figures named, or all of them, of the caller's scope, as
 * they stood at the end of the previous week (BB-47).
 */
export const dashboardDataCall = {
  method: 'get',
  path: '/api/dashboard-data',
  query: z.strictObject({ fileNameFormats: anyOf(z.enum(statisticFigures)) }),
  answer: z.object({
    /** When the latest week was counted; null where none is yet. */
    refreshedAt: z.iso.datetime().nullable(),
    /** First and last day of the latest week counted. */
    weekFrom: z.iso.date().nullable(),
    weekTo: z.iso.date().nullable(),
    statistics: z.array(dashboardStatisticAnswer),
  }),
} as const
/** The figures of the latest week. */
export type DashboardDataAnswer = z.output<typeof dashboardDataCall.answer>
