import { expect, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright/test'
import type { Language } from '#domain/kernel/languages.ts'
import { takeContext } from './browser-pool.ts'
import { spend } from './expenses.ts'
import { answerFirst, isLive } from './page-answers.ts'
import { readTexts } from './texts.ts'

/** A phone as customers hold it. */
const phone = { width: 390, height: 844 }

/** A visitor of the public site with a page. */
export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly text: (key: string) => string
  /** What the page complained about so far. */
  readonly problems: readonly string[]
}

/** Opens a browser of a visitor's own on the site. */
export async function visitSite(
  browser: Browser,
  baseURL: string,
  { locale = 'fr-FR', ...options }: BrowserContextOptions & { readonly locale?: Language } = {},
): Promise<Visit> {
  const { context, page } = await spend('page', async () => {
    const opened = await takeContext(browser, { baseURL, viewport: phone, locale, ...options })
    return { context: opened, page: await opened.newPage() }
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  return { context, page, text: readTexts(locale, 'journey'), problems }
}

/** Goes to a page and waits until it answers presses, which is before everything that it asks for has come. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isLive)
}

/** Opens the first result of a search in the wizard. */
export async function chooseFirst(page: Page, query: string): Promise<void> {
  await openPage(page, `/buyback/search/products?query=${encodeURIComponent(query)}`)
  await page.locator('main a[href*="/buyback/create/"]').first().click()
  await page.waitForURL('**/buyback/create/**')
  await expect(page.getByRole('progressbar')).toBeVisible()
}

/** Answers every question and option of a product by its first choice, up to the offer. */
export async function answerAll(page: Page, text: Visit['text'], last = 'offer.add'): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.getByRole('progressbar')).toBeVisible()
  while ((await page.evaluate(answerFirst, text(last))) === 'imei') {
    const before = await heading.textContent()
    await page.getByLabel(text('imei.label')).fill('490154203237518')
    await page.getByRole('button', { name: text('wizard.next') }).click()
    const anyway = page.getByRole('button', { name: text('imei.continueAnyway') })
    await anyway.or(page.locator('main ul button').first()).first().waitFor()
    if (await anyway.isVisible()) await anyway.click()
    await expect(heading).not.toHaveText(before ?? '')
  }
  await expect(page.getByRole('button', { name: text(last) })).toBeVisible()
}
