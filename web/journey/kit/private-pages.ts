import type { AnyRouter } from '@tanstack/react-router'

let areOthersHere = false
let areOthersKeptOut = false

/**
 * Guards private pages from the scripts of others that run in this document: they read every address that it shows, and
 * the content of its pages. From now on a private page is opened as a document of its own, whose rules keep them out,
 * also where the browser's back and forward buttons lead to one.
 */
export function guardPrivatePages(router: AnyRouter): void {
  if (areOthersHere) return
  areOthersHere = true
  const leave = (event: PopStateEvent): void => {
    if (!needsOwnDocument(router, location.pathname)) return
    event.stopImmediatePropagation()
    location.reload()
  }
  addEventListener('popstate', leave, { capture: true })
}

/** Notes that others would run in this document, had it not begun with a private page, whose rules keep them out. */
export function noteThirdPartyScriptsBlocked(): void {
  areOthersKeptOut = true
}

/**
 * Whether a path must not be shown in this document: a private page beside others, or a public one where a document of
 * its own lets others in. The way from a cart stays in its document, which alone holds what was typed of a document's
 * number and an account.
 */
export function needsOwnDocument(router: AnyRouter, path: string): boolean {
  if (isPrivate(router, path)) return areOthersHere
  const { pathname } = router.latestLocation
  return areOthersKeptOut && isPrivate(router, pathname) && !pathname.startsWith('/cart/')
}

function isPrivate(router: AnyRouter, path: string): boolean {
  return router.getMatchedRoutes(path)[0].some(({ options }) => options.staticData?.isPrivate === true)
}
