/** Figures of the dashboard (BB-46). Open ones count what stands at the week's end, ended ones what ended in the week. */
export const statisticFigures = [
  'awaiting_transit',
  'in_transit',
  'processing',
  'completed',
  'unfinished',
  'predeclared',
] as const
export type StatisticFigure = (typeof statisticFigures)[number]

/** Weeks of the past that the dashboard keeps and shows. */
export const statisticWeeks = 12
