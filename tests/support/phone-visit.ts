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

/** Looks at a screen with axe, in each size if not told in which ones, and keeps what it looks like. */
export async function lookAt(page: Page, name: string, audited?: readonly (keyof typeof officeSizes)[]): Promise<void> {
  await takePictures(page, name, { sizes: officeSizes, ...(audited && { audited }) })
  await page.setViewportSize(officeSizes.phone)
}
