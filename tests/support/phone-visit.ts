import type { Browser, BrowserContext, Page } from 'playwright/test'
import { officeSizes, takePictures } from './pictures.ts'

/** A visit of the public site on a phone, which may copy a link. */
export async function visitOnPhone(
  browser: Browser,
  baseURL: string,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ baseURL, viewport: officeSizes.phone, locale: 'fr-FR' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return { context, page: await context.newPage() }
}

/** Opens a page, and waits for all that it asks for. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

/** Looks at a screen in each size, with axe, and keeps what it looks like. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await takePictures(page, name, { sizes: officeSizes })
  await page.setViewportSize(officeSizes.phone)
}
