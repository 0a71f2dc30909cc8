import type { Page } from 'playwright/test'

/** The router of the page, as far as going on asks for it: TanStack Router puts it there for its own tools. */
interface PageRouter {
  readonly routesById: object
  subscribe(on: 'onResolved', listener: () => void): () => void
}

/**
 * Goes to another page of the app as its links do, and waits for what it loads. To load the app itself again takes a
 * second of processor time: only tests of that, of a fresh copy or of a first start do so, by `goto`.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: PageRouter }
    // The public site has a router too, which knows no page of the office.
    if (router === undefined || !('/_office/clients' in router.routesById)) return false
    await new Promise<void>((resolve) => {
      const leave = router.subscribe('onResolved', () => {
        leave()
        resolve()
      })
      history.pushState(null, '', to)
    })
    return true
  }, path)
  if (!isThere) await page.goto(path)
}
