/** What a browser test spends time on besides its own flow, as the time reporter tells them apart. */
export const expenses = [
  'server',
  'database',
  'browser',
  'page',
  'sign-in',
  'device copy',
  'clock',
  'axe',
  'pictures',
] as const
export type Expense = (typeof expenses)[number]

// Benches and component tests share the helpers, and run without Playwright's test runner.
const runner = process.env.TEST_PARALLEL_INDEX === undefined ? null : (await import('playwright/test')).test

/** Books the time of some work of a browser test under an expense: a step of that name in Playwright's report. */
export function spend<T>(on: Expense, work: () => Promise<T>): Promise<T> {
  return runner === null ? work() : runner.step(on, work)
}
