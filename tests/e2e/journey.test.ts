import { gzipSync } from 'node:zlib'
import { expect, test, type Browser } from 'playwright/test'
import type { Language } from '#domain/kernel/languages.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { chooseFirst, openPage as open, visitSite } from '#tests/support/public-visit.ts'
import { readTexts } from '#tests/support/texts.ts'

/** All JavaScript of the public home, as it goes over the network. */
const homeScriptBytes = 145_000

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(async () => {
  await server.close()
})

const visit = (browser: Browser, locale: Language = 'fr-FR') => visitSite(browser, server.url, { locale })

test('a declaration is made with the keyboard alone', async ({ browser }) => {
  const { context, page, text } = await visit(browser)
  await open(page, '/buyback/search')
  const field = page.getByLabel(text('search.label'))
  for (let tabs = 0; tabs < 20 && !(await field.evaluate((element) => element === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.type('nikon')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?query=nikon')
  const card = page.locator('main a[href*="/buyback/create/"]').first()
  await expect(card).toBeVisible()
  for (let tabs = 0; tabs < 60 && !(await card.evaluate((element) => element === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('progressbar')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  const add = page.getByRole('button', { name: text('offer.add') })
  const isFocused = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.matches('main ul button') ?? false)
  for (let step = 0; step < 20 && !(await add.isVisible()); step++) {
    const before = await heading.textContent()
    for (let tabs = 0; tabs < 20 && !(await isFocused()); tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading).not.toHaveText(before ?? '')
  }
  await expect(heading).toBeFocused()
  await context.close()
})

test('the wizard goes back and forth, and comes back after closing the page, without losing an answer', async ({
  browser,
}) => {
  const { context, page, text } = await visit(browser)
  await chooseFirst(page, 'nikon')
  const chosen = page.locator('main ul button[aria-pressed=true]')
  const first = page.locator('main ul button').first()
  const heading = page.getByRole('heading', { level: 1 })
  const question = await heading.textContent()
  await first.click()
  await expect(page).toHaveURL(/step=2/)
  await page.locator('main ul button').nth(1).click()
  await expect(page).toHaveURL(/step=3/)
  await page.goBack()
  await expect(chosen).toHaveCount(1)
  await page.getByRole('button', { name: text('wizard.back') }).click()
  await expect(heading).toHaveText(question ?? '')
  await expect(chosen).toHaveCount(1)
  const address = page.url()
  await page.close()
  const again = await context.newPage()
  await again.goto(`${address.replace(/\?.*/, '')}?step=3`)
  await expect(again).toHaveURL(/step=3/)
  await expect(again.getByText(text('price.soFar')).first()).toBeVisible()
  await context.close()
})

test('the addresses of the site lead where they should (PUB-03, PUB-09, PUB-22 to PUB-25)', async ({ browser }) => {
  const { context, text } = await visit(browser)
  const get = async (path: string) => {
    const answer = await context.request.get(path)
    return { status: answer.status(), path: new URL(answer.url()).pathname, html: await answer.text() }
  }
  for (const [from, to] of [
    ['/', '/home'],
    ['/create-buyback', '/buyback/search'],
    ['/buyback/create/unfinished', '/home'],
  ] as const)
    expect((await get(from)).path, from).toBe(to)
  for (const [path, title] of [
    ['/cgu', 'legal.eula'],
    ['/eula', 'legal.eula'],
    ['/cgs', 'legal.service-terms'],
    ['/service-terms', 'legal.service-terms'],
    ['/faq', 'legal.faq-and-contact'],
    ['/faq-and-contact', 'legal.faq-and-contact'],
    ['/cookies-policy', 'legal.cookies-policy'],
    ['/cookies-policy-document', 'legal.cookies-policy'],
    ['/buyback/zero', 'legal.buyback-zero'],
  ] as const) {
    const { status, html } = await get(path)
    expect(status, path).toBe(200)
    expect(/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1], path).toBe(text(title))
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1], path).toBe(`${text(title)} – Maison Rivoli`)
  }
  // The marks of a campaign change nothing.
  for (const path of ['/home?', '/buyback/search/products?query=iphone&', '/available-stores?', '/buyback/search?'])
    expect((await get(`${path}utm_source=letter&gclid=1`)).status, path).toBe(200)
  expect((await get('/buyback/create/0197a3b0-0000-7000-8000-000000000001/gone')).status).toBe(404)
  await server.owner.query('update organization_root_detail set category_navigation_enabled = false')
  for (const path of ['/buyback/search/categories', '/buyback/search/category-list'])
    expect((await get(path)).path, path).toBe('/404')
  await server.owner.query('update organization_root_detail set category_navigation_enabled = true')
  await context.close()
})

test('the language that a visitor chooses stays', async ({ browser }) => {
  const { context, page, text } = await visit(browser)
  await open(page, '/home')
  await page.getByLabel(text('layout.language')).selectOption('de-DE')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await page.goto('/buyback/search')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(readTexts('de-DE', 'journey')('search.title'))
  await context.close()
})

test('nothing of others is loaded before consent, and pages are counted after it', async ({ browser }) => {
  await server.owner.query(`update account set tag_manager_id = 'GTM-TEST'`)
  const { context, page, text } = await visit(browser)
  const asked: string[] = []
  await context.route(/googletagmanager/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await open(page, '/home')
  await expect(page.getByRole('heading', { name: text('consent.title') })).toBeVisible()
  expect(asked).toEqual([])
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
  await page.getByRole('button', { name: text('consent.accept') }).click()
  await expect.poll(() => asked.length).toBe(1)
  const counted = (): Promise<unknown[]> =>
    page.evaluate(() =>
      (window as unknown as { dataLayer?: { event?: string; page_path?: string }[] })
        .dataLayer!.filter(({ event }) => event === 'page_view')
        .map(({ page_path }) => page_path),
    )
  await expect.poll(counted).toEqual(['/home'])
  await page.getByRole('link', { name: text('layout.stores') }).click()
  await page.waitForURL('**/available-stores')
  await expect.poll(counted).toEqual(['/home', '/available-stores'])
  await page.getByRole('link', { name: text('layout.sell') }).click()
  await page.getByRole('link', { name: text('search.categoryList') }).click()
  await page.waitForURL('**/category-list')
  await page.waitForLoadState('networkidle')
  expect(await counted()).toEqual(['/home', '/available-stores', '/buyback/search'])
  await server.owner.query('update account set tag_manager_id = null')
  await context.close()
})

test('all scripts of the home weigh at most 145 kB', async ({ browser }) => {
  const { context, page, problems } = await visit(browser)
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const url = response.url()
    if (url.endsWith('.js'))
      scripts.set(
        url,
        response.body().then((body) => gzipSync(body).length),
      )
  })
  await page.goto('/home')
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all([...scripts].map(async ([url, size]) => ({ url, size: await size })))
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes, sizes.map(({ url, size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(homeScriptBytes)
  expect(problems).toEqual([])
  await context.close()
})
