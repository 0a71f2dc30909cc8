/** What a browser cannot do for work that waits, as far as a page can tell. */
export interface BrowserLimits {
  /** It sends what waits also while the app is closed. */
  readonly sendsWhileClosed: boolean
  /** It deletes what a site keeps after days without use, unless the site is installed. */
  readonly asksForInstallation: boolean
}

/** Reads it: Background Sync is Chromium's alone, and `standalone` is known to the browsers of iOS alone. */
export function readBrowserLimits(page: Pick<Window, 'navigator'> = window): BrowserLimits {
  return {
    sendsWhileClosed: 'SyncManager' in page,
    asksForInstallation: 'standalone' in page.navigator && page.navigator.standalone === false,
  }
}
