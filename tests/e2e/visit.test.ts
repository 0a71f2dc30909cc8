import { expect, test, type Browser } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { openPage as open, visitSite } from '#tests/support/public-visit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

const visit = (browser: Browser) => visitSite(browser, server.url)

test('a visit begins with an anonymous user, who stays until the server no longer takes that user (PUB-40 to PUB-42)', async ({
  browser,
}) => {
  const features = '**/api/organizations/launch-generic-premium-feature-connector**'
  const { context, page, text } = await visit(browser)
  const user = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('anonymousUser'))
  await open(page, '/home')
  await expect.poll(user).toContain('"token"')
  const first = await user()
  const asked = page.waitForResponse(features)
  await open(page, '/buyback/search')
  expect((await asked).ok()).toBe(true)
  expect(await user()).toBe(first)

  // A user who is no longer taken is dropped, and the page loaded again asks for another.
  await page.route(features, (route) => route.fulfill({ status: 401, json: { code: 'ACCESS_SESSION_REQUIRED' } }))
  await open(page, '/home')
  const dialog = page.getByRole('dialog', { name: text('failed.title') })
  await expect(dialog).toBeVisible()
  expect(await user()).toBeNull()
  await page.unroute(features)
  await dialog.getByRole('button', { name: text('failed.retry') }).click()
  await expect.poll(user).toContain('"token"')
  await expect(dialog).toBeHidden()
  await context.close()
})

test('a page is not counted where one that is not counted has redirected to it (PUB-28)', async ({ browser }) => {
  await server.owner.query(`update account set tag_manager_id = 'GTM-TEST'`)
  await server.owner.query('update organization_root_detail set category_navigation_enabled = false')
  const { context, page } = await visit(browser)
  await context.addCookies([{ name: 'consent', value: 'all', url: server.url }])
  await context.route(/googletagmanager/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  const counted = (): Promise<unknown[]> =>
    page.evaluate(() =>
      ((window as unknown as { dataLayer?: { event?: string; page_path?: string }[] }).dataLayer ?? [])
        .filter(({ event }) => event === 'page_view')
        .map(({ page_path }) => page_path),
    )
  // By the server, which answers with a redirect.
  await open(page, '/buyback/search/category-list')
  expect(new URL(page.url()).pathname).toBe('/404')
  expect(await counted()).toEqual([])
  await open(page, '/buyback/search/categories')
  await expect.poll(counted).toEqual(['/404'])
  // In the browser.
  await page.getByRole('link').first().click()
  await expect.poll(counted).toEqual(['/404', '/home'])
  await page.evaluate(() => history.pushState({}, '', '/buyback/search/category-list'))
  await page.waitForURL('**/404**')
  await page.waitForLoadState('networkidle')
  expect(await counted()).toEqual(['/404', '/home'])
  await server.owner.query('update organization_root_detail set category_navigation_enabled = true')
  await server.owner.query('update account set tag_manager_id = null')
  await context.close()
})

test('a host without a white label has the not-available page, which says what could not be had', async ({
  browser,
}) => {
  const { context } = await visit(browser)
  await server.owner.query(`update account set host = null`)
  const answer = await context.request.get('/home')
  expect(answer.status()).toBe(503)
  expect(await answer.text()).toContain('Failed to get WhiteLabelConfig')
  await context.close()
})
