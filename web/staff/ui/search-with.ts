import type { PageAlert } from './page-alert.ts'

/**
 * The search of the page that is open, with some of it changed. Which page that is, and so what its address may hold,
 * only the router knows.
 */
export function searchWith(changed: object): never {
  return ((before: object) => ({ ...before, ...changed })) as never
}

/** Search with a message for the page that opens next (SHELL-14), which every page of the office takes. */
export function searchWithAlert(message: PageAlert['message'], own: object = {}): never {
  return { ...own, alert: { type: 'success', message } satisfies PageAlert } as never
}
