import type { Page } from 'playwright/test'
import { openPage } from './public-visit.ts'

/** The router of the page, as far as going on asks for it: TanStack Router puts it there for its own tools. */
interface PageRouter {
  readonly routesById: object
  subscribe(on: 'onResolved', listener: () => void): () => void
}

/** Longest wait for a page within the app, in milliseconds, so that a failure names it before the test runs out of time. */
const limitMs = 60_000

/** A page that only one of the two apps has, by which its router is known. */
const pageOf = { staff: '/_office/clients', site: '/_site' } as const

/**
 * Goes to another page of the app as its links do, and waits for what it loads. To load the app itself again takes a
 * second of processor time: only tests of that, of a fresh copy or of a first start do so, by `goto`. Where the page is
 * not in the app yet, it is loaded.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  if (!(await goWithin(page, path, pageOf.staff))) await page.goto(path)
}

/** As `navigateInApp` does, on the public site: what the server renders of the page is not seen. */
export async function navigateOnSite(page: Page, path: string): Promise<void> {
  if (!(await goWithin(page, path, pageOf.site))) await openPage(page, path)
}

/** Whether the page is in the app of that router, which has gone to the path then. */
async function goWithin(page: Page, path: string, known: string): Promise<boolean> {
  const went = await page.evaluate(
    async ([to, id, longestMs]) => {
      const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: PageRouter }
      if (router === undefined || !(id in router.routesById)) return 'unknown'
      return new Promise<'there' | 'late'>((resolve) => {
        setTimeout(() => resolve('late'), longestMs)
        const leave = router.subscribe('onResolved', () => {
          leave()
          resolve('there')
        })
        history.pushState(null, '', to)
      })
    },
    [path, known, limitMs] as const,
  )
  if (went === 'late') throw new Error(`the page ${path} has not come within ${limitMs / 1000} s`)
  return went === 'there'
}
