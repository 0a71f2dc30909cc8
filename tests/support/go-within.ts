import type { Page } from 'playwright/test'

/** The router of the page, as far as going on asks for it: TanStack Router puts it there for its own tools. */
interface PageRouter {
  readonly routesById: object
  subscribe(on: 'onResolved', listener: () => void): () => void
}

/** A page that only one of the two apps has, by which its router is known. */
const pageOf = { staff: '/_office/clients', site: '/_site' } as const

/**
 * Goes to another page of the app as its links do, and waits for what it loads. To load the app itself again takes a
 * second of processor time: only tests of that, of a fresh copy or of a first start do so, by `goto`.
 */
export const navigateInApp = (page: Page, path: string): Promise<void> => go(page, path, pageOf.staff)

/** As `navigateInApp` does, on the public site: what the server renders of the page is not seen. */
export const navigateOnSite = (page: Page, path: string): Promise<void> => go(page, path, pageOf.site)

async function go(page: Page, path: string, known: string): Promise<void> {
  const isThere = await page.evaluate(
    async ([to, id]) => {
      const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: PageRouter }
      if (router === undefined || !(id in router.routesById)) return false
      await new Promise<void>((resolve) => {
        const leave = router.subscribe('onResolved', () => {
          leave()
          resolve()
        })
        history.pushState(null, '', to)
      })
      return true
    },
    [path, known] as const,
  )
  if (!isThere) await page.goto(path)
}
