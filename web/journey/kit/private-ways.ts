import type { AnyRouter } from '@tanstack/react-router'

let areOthersHere = false

/**
 * Notes that others run in this document: they read every address that it comes to, and whatever stands in it. A private
 * page is from now on a document of its own, whose rules keep them out, also where the browser's buttons lead to one.
 */
export function letOthersIn(router: AnyRouter): void {
  if (areOthersHere) return
  areOthersHere = true
  const leave = (event: PopStateEvent): void => {
    if (!needsOwnDocument(router, location.pathname)) return
    event.stopImmediatePropagation()
    location.reload()
  }
  addEventListener('popstate', leave, { capture: true })
}

/** Whether a path is a private page that must not be shown in this document. */
export function needsOwnDocument(router: AnyRouter, path: string): boolean {
  return areOthersHere && router.getMatchedRoutes(path)[0].some(({ options }) => options.staticData?.isPrivate === true)
}
