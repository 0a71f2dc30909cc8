import type { Page } from 'playwright/test'

/** Waits until the service worker serves the page, which then starts without a network. */
export async function servedByWorker(page: Page): Promise<void> {
  const isServed = async (): Promise<boolean> => {
    const registration = await navigator.serviceWorker.getRegistration()
    return navigator.serviceWorker.controller !== null && registration?.active?.state === 'activated'
  }
  await page.waitForFunction(isServed, undefined, { timeout: 30_000, polling: 50 })
}
