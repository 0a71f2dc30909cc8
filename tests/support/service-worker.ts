import type { Page } from 'playwright/test'

/** Waits until the service worker serves the page, which then starts without a network. */
export async function servedByWorker(page: Page): Promise<void> {
  // Playwright takes a promise for a yes.
  const isServed = (): boolean => navigator.serviceWorker.controller?.state === 'activated'
  await page.waitForFunction(isServed, undefined, { timeout: 30_000, polling: 50 })
}
