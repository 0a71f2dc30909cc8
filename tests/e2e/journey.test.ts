import { gzipSync } from 'node:zlib'
import { expect, test, type Browser } from 'playwright/test'
import type { Language } from '#domain/kernel/languages.ts'
import { prepareCart } from '#tests/support/kept-cart.ts'
import { chooseFirst, openPage as open, visitSite } from '#tests/support/public-visit.ts'
import { readTexts } from '#tests/support/texts.ts'

/** All JavaScript of the public home, as it goes over the network. */
const homeScriptBytes = 140_000

const { server, withCart } = prepareCart('nikon')

const visit = (browser: Browser, locale: Language = 'fr-FR') => visitSite(browser, server().url, { locale })

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
  await server().owner.query('update organization_root_detail set category_navigation_enabled = false')
  for (const path of ['/buyback/search/categories', '/buyback/search/category-list'])
    expect((await get(path)).path, path).toBe('/404')
  await server().owner.query('update organization_root_detail set category_navigation_enabled = true')
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

test('all scripts of the home weigh at most 140 kB', async ({ browser }) => {
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

test('no page of the way to a sale names more than eight scripts, which a phone asks for six at a time', async () => {
  const product = await server().owner.query<{ id: string }>(
    `select id from product where status = 'published' limit 1`,
  )
  const paths = ['/home', '/buyback/search', '/buyback/search/products', `/buyback/create/${product.rows[0]!.id}/phone`]
  for (const path of [...paths, '/cart/order-summary', '/cart/customer-informations', '/buyback/tracking/t_unknown']) {
    const page = await (await fetch(`${server().url}${path}`)).text()
    const scripts = new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([script]) => script))
    expect(scripts.size, path).toBeGreaterThan(2)
    expect(scripts.size, `${path}\n${[...scripts].join('\n')}`).toBeLessThanOrEqual(8)
  }
})

test('results open with their first picture in the page, and ask for the others', async ({ browser }) => {
  const { context, page, problems } = await visit(browser)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  // A desk takes the size that phones take, whose screens have two pixels for one.
  await page.setViewportSize({ width: 1280, height: 800 })
  const results = '/buyback/search/products?query=iphone'
  // The first page with a picture may come before it is made smaller.
  await expect.poll(async () => (await fetch(`${server().url}${results}`)).text()).toContain('data:image/webp;base64,')
  await open(page, results)
  const pictures = page.locator('main li img')
  const first = await pictures.first().evaluate((image: HTMLImageElement) => {
    return { own: new URL(image.src).pathname, shown: image.currentSrc, wide: image.naturalWidth }
  })
  expect(first.shown).toMatch(/^data:image\/webp;base64,/)
  expect(first.wide).toBeGreaterThan(96)
  expect([...asked]).not.toContain(first.own)
  expect([...asked].filter((path) => path.startsWith('/api/pictures/')).length).toBeGreaterThan(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a private link that leads nowhere says so without a fault of the program, and a cart that is not there fits 320 px', async ({
  browser,
}) => {
  const { context, page, problems } = await visit(browser)
  await page.setViewportSize({ width: 320, height: 700 })
  const texts = readTexts('fr-FR', 'tracking')
  for (const [path, title] of [
    ['/buyback/tracking/t_unknown', texts('invalid.tracking')],
    ['/buyback/quote/quote_unknown', texts('invalid.quote')],
    ['/buyback/1/accept?token=unknown', texts('invalid.proposal')],
    ['/cart/0197a3b0-0000-7000-8000-000000000009/checkout', null],
  ] as const) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await (title === null ? expect(heading).toBeVisible() : expect(heading).toHaveText(title))
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  expect(problems).toEqual([])
  await context.close()
})

test('the site is laid out for phones below 768 px, for tablets up to 991 px and for desks from 992 px (SHELL-09)', async ({
  browser,
}) => {
  const { context, page } = await visit(browser)
  await open(page, '/home')
  const banner = page.getByRole('banner')
  for (const [width, navigation, size] of [
    [992, 'beside the name', 22],
    [991, 'under the name', 22],
    [768, 'under the name', 22],
    [767, 'under the name', 18],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const name = banner.getByRole('link').first()
    const [head, nav] = await Promise.all([name.boundingBox(), banner.getByRole('navigation').boundingBox()])
    expect(nav!.y >= head!.y + head!.height ? 'under the name' : 'beside the name', `${width} px`).toBe(navigation)
    const letters = await name.locator('span').evaluate((span) => parseFloat(getComputedStyle(span).fontSize))
    expect(letters, `${width} px`).toBeCloseTo(size, 5)
  }
  await context.close()
})

test('the cart opens from its icon, and closes by it, by what lies beside it, by its button and by going back (SHELL-31)', async ({
  browser,
}) => {
  const { context, page, text } = await visit(browser)
  await open(page, '/home')
  const icon = page.getByRole('button', { name: text('cart.open_zero') })
  const panel = page.getByRole('dialog', { name: text('cart.title') })
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const place = (await icon.boundingBox())!
    await icon.click()
    await expect(panel).toBeVisible()
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    await expect(panel).toBeHidden()
  }
  for (const close of [
    () => page.mouse.click(100, 600),
    () => panel.getByRole('button', { name: text('cart.close') }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await icon.click()
    await expect(panel).toBeVisible()
    await close()
    await expect(panel).toBeHidden()
  }
  await page.locator('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/home$/)
  await icon.click()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/home$/)
  await expect(panel).toBeHidden()
  await context.close()
})

test('what scrolls in a dialog or in the cart is at most nine tenths of the screen (SHELL-10)', async ({ browser }) => {
  const viewport = { width: 390, height: 500 }
  const { context, page, text } = await withCart(browser, { viewport })
  await open(page, '/home')
  await page.getByRole('button', { name: text('cart.open_one').replace('{{count}}', '1') }).click()
  const panel = page.getByRole('dialog', { name: text('cart.title') })
  await panel.getByRole('button', { name: /Retirer/ }).click()
  const question = page.getByRole('dialog').last()
  for (const dialog of [panel, question]) {
    const scrolling = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        .map((one) => parseFloat(getComputedStyle(one).maxBlockSize)),
    )
    expect(scrolling.filter((height) => !Number.isNaN(height))).not.toHaveLength(0)
    for (const height of scrolling.filter((one) => !Number.isNaN(one)))
      expect(height).toBeLessThanOrEqual(0.9 * viewport.height)
  }
  await context.close()
})

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
  await server().owner.query(`update account set tag_manager_id = 'GTM-TEST'`)
  await server().owner.query('update organization_root_detail set category_navigation_enabled = false')
  const { context, page } = await visit(browser)
  await context.addCookies([{ name: 'consent', value: 'all', url: server().url }])
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
  await server().owner.query('update organization_root_detail set category_navigation_enabled = true')
  await server().owner.query('update account set tag_manager_id = null')
  await context.close()
})
