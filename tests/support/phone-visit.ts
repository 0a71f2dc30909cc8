import type { Browser, BrowserContext, Page } from 'playwright/test'
import { takeContext } from './browser-pool.ts'
import { officeSizes, takePictures } from './pictures.ts'

/** A visit of the public site on a phone, which may copy a link. */
export async function visitOnPhone(
  browser: Browser,
  baseURL: string,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await takeContext(browser, { baseURL, viewport: officeSizes.phone, locale: 'fr-FR' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return { context, page: await context.newPage() }
}

/** Looks at a screen with axe on a phone, on which nothing sticks out at the other sizes, and keeps what it looks like. */
export async function lookAt(
  page: Page,
  name: string,
  fitting: readonly (keyof typeof officeSizes)[] = ['tablet', 'desk'],
) {
  await takePictures(page, name, { sizes: officeSizes, audited: ['phone'], fitting })
  await page.setViewportSize(officeSizes.phone)
}
