import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Browser, type BrowserContext, type Page } from 'playwright/test'
import sharp from 'sharp'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { openOffer } from '#tests/support/declared-product.ts'
import { checkoutWords, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage } from '#tests/support/public-visit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'

const text = readTexts('fr-FR', 'journey')
const gtm = 'www.googletagmanager.com'
const axeptio = 'static.axept.io'

let server: AppServer
let others: Server
let othersHost: string
/** What the server of others was asked for. */
const asked: string[] = []

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dde7f0' } })
    .png()
    .toBuffer()
  others = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://others')
    asked.push(pathname)
    const isTile = pathname.startsWith('/tiles/')
    response.writeHead(200, {
      'content-type': isTile ? 'image/png' : 'text/javascript',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end(isTile ? tile : `window.othersRan = [...(window.othersRan ?? []), '${pathname}']`)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => others.once('listening', done))
  othersHost = `127.0.0.1:${(others.address() as AddressInfo).port}`
  server = await startAppServer(50, undefined, {
    MAP_TILES_URL: `http://${othersHost}/tiles/{z}/{x}/{y}.png`,
    MAP_TILES_ATTRIBUTION: '© Tiles & more',
  })
  await server.owner.query(
    `update account set tag_manager_id = 'GTM-TEST', consent_tool_id = 'axeptio-test', drop_off_locations_map_enabled = true`,
  )
})
test.afterAll(async () => {
  await server.close()
  await new Promise((done) => others.close(done))
})
test.beforeEach(() => void asked.splice(0))

interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Hosts that pages of this visit asked for anything, the site's own apart. */
  readonly hosts: Set<string>
}

/** Opens a browser in which the hosts of tag manager and consent tool are the local server. */
async function visit(browser: Browser): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    locale: 'fr-FR',
  })
  const hosts = new Set<string>()
  context.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(server.url).host) hosts.add(host)
  })
  await context.route(new RegExp(`${gtm}|${axeptio}`), async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `http://${othersHost}${pathname}` }) })
  })
  return { context, page: await context.newPage(), hosts }
}

const ran = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { othersRan?: string[] }).othersRan ?? [])
const viewsOf = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: { event?: string; page_path?: string }[] }).dataLayer ?? [])
      .filter(({ event }) => event === 'page_view')
      .map(({ page_path: path }) => path),
  )

/** The ids with which a page has started tag manager and consent tool. */
const toolsOf = (page: Page) =>
  page.evaluate((host) => {
    const source = document.querySelector<HTMLScriptElement>(`script[src*="${host}/gtm.js"]`)?.src
    const { axeptioSettings } = window as unknown as { axeptioSettings?: { clientId?: string } }
    return {
      manager: source === undefined ? null : new URL(source).searchParams.get('id'),
      consent: axeptioSettings?.clientId ?? null,
    }
  }, gtm)

/** What styles that came in with a text would do in a page: as an element, as an attribute of markup, as a file of others. */
async function restyle(): Promise<Record<string, string>> {
  const stopped: string[] = []
  const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => void stopped.push(effectiveDirective)
  document.addEventListener('securitypolicyviolation', hear)
  const sheet = document.createElement('style')
  sheet.textContent = 'body { outline: 7px solid red }'
  document.head.append(sheet)
  const place = document.createElement('p')
  place.setAttribute('style', 'outline: 7px solid red')
  document.body.append(place)
  const written = document.createElement('p')
  written.style.outlineWidth = '7px'
  const file = document.createElement('link')
  file.rel = 'stylesheet'
  file.href = 'https://evil.example/a.css'
  const answered = new Promise((done) => file.addEventListener('error', done))
  document.head.append(file)
  await answered
  const widthOf = (element: Element): string => getComputedStyle(element).outlineWidth
  const outcome = {
    element: widthOf(document.body) === '7px' ? 'taken' : 'stopped',
    attribute: widthOf(place) === '7px' ? 'taken' : 'stopped',
    script: written.style.outlineWidth === '7px' ? 'taken' : 'stopped',
    told: stopped.toSorted().join(),
  }
  for (const one of [sheet, place, file]) one.remove()
  document.removeEventListener('securitypolicyviolation', hear)
  return outcome
}

const styledByItselfAlone = {
  element: 'stopped',
  attribute: 'stopped',
  script: 'taken',
  told: 'style-src-attr,style-src-elem,style-src-elem',
}

/** What an injected text would try in a page, and how each ends. */
function intrude(): Record<string, string> {
  const place = document.createElement('div')
  const tries: Record<string, () => unknown> = {
    markup: () => void (place.innerHTML = '<img src="x" alt="">'),
    script: () => void (document.createElement('script').src = 'data:text/javascript,1'),
    words: () => void (document.createElement('script').text = '1'),
    frame: () => void (document.createElement('iframe').srcdoc = '<p>Hello</p>'),
    policy: () =>
      (
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): object } }
      ).trustedTypes.createPolicy('mine', {}),
  }
  const outcome = (run: () => unknown): string => {
    try {
      run()
      return place.childElementCount === 0 ? 'taken' : 'drawn'
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error)
    }
  }
  return Object.fromEntries(Object.entries(tries).map(([name, run]) => [name, outcome(run)]))
}

const refusedEverywhere = {
  markup: 'refused',
  script: 'refused',
  words: 'refused',
  frame: 'refused',
  policy: 'refused',
}

test('nothing of others is asked for before the visitor agrees, and from then on each with its id (PUB-39)', async ({
  browser,
}) => {
  const { context, page, hosts } = await visit(browser)
  for (const path of ['/buyback/search', '/buyback/search/products?query=iphone', '/faq-and-contact']) {
    const answer = await context.request.get(path)
    expect(answer.headers()['content-security-policy'], path).not.toMatch(/googletagmanager|axept/)
  }
  const change = page.getByRole('button', { name: text('consent.change') })
  const answer = await page.goto('/cookies-policy')
  await page.waitForLoadState('networkidle')
  expect(answer?.headers()['content-security-policy']).not.toMatch(/googletagmanager|axept/)
  await expect(change).toBeHidden()
  expect([...hosts]).toEqual([])
  const blocked = page.evaluate(
    (host) =>
      new Promise<boolean>((done) => {
        const script = document.createElement('script')
        script.addEventListener('load', () => done(false))
        script.addEventListener('error', () => done(true))
        try {
          script.src = `https://${host}/gtm.js`
        } catch {
          done(true)
        }
        document.head.append(script)
      }),
    gtm,
  )
  expect(await blocked).toBe(true)
  expect(asked).toEqual([])
  expect(await page.evaluate(intrude)).toEqual(refusedEverywhere)
  expect(await page.evaluate(restyle)).toEqual(styledByItselfAlone)
  const staff = await context.newPage()
  await staff.goto('/login')
  await expect(staff.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible()
  expect(await staff.evaluate(intrude)).toEqual(refusedEverywhere)
  expect(await staff.evaluate(restyle)).toEqual(styledByItselfAlone)
  await staff.close()
  // What a rule stops is no request that went out, but the browser may name it as one; what the page itself has asked
  // for until here stays known.
  hosts.delete('evil.example')

  await page.evaluate(() => Object.assign(window, { isFirstPage: true }))
  const reloaded = page.waitForEvent('framenavigated')
  await page.getByRole('button', { name: text('consent.accept') }).click()
  await reloaded
  await expect.poll(async () => (await ran(page)).toSorted()).toEqual(['/gtm.js', '/sdk.js'])
  expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(false)
  expect([...hosts].toSorted()).toEqual([axeptio, gtm].toSorted())
  await expect(page.getByRole('button', { name: text('consent.accept') })).toBeHidden()
  await expect(page.getByText(text('consent.said.all'))).toBeVisible()
  expect(await toolsOf(page)).toEqual({ manager: 'GTM-TEST', consent: 'axeptio-test' })
  // What others have written makes scripts of texts: a page that runs it goes without typed sinks, and only such a page.
  const beside = await page.request.get('/cookies-policy')
  expect(beside.headers()['content-security-policy']).not.toMatch(/trusted-types/)

  // What was said is taken back: the page reloads without them, and asks again.
  hosts.clear()
  await change.click()
  await expect(page.getByRole('button', { name: text('consent.refuse') })).toBeVisible()
  await expect(change).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(await ran(page)).toEqual([])
  expect([...hosts]).toEqual([])
  await context.close()
})

test('no private page is opened beside others that were started, neither by a link, nor after a call, nor by going forward, nor at its address; pages around a sale are counted, and none of its own', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { context, page, hosts } = await visit(browser)
  const say = checkoutWords('fr-FR')
  const expectAlone = async (address: string): Promise<void> => {
    await page.waitForURL(address)
    await page.waitForFunction(() => !('othersRan' in window))
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await ran(page), address).toEqual([])
    expect(await page.locator(`script[src*="${gtm}"], script[src*="${axeptio}"]`).count(), address).toBe(0)
  }
  // A private page that was opened before the visitor agrees stays in the history of the page that then starts others.
  await openOffer(page, server, 'nikon')
  await page.getByRole('button', { name: text('offer.add') }).click()
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await expectAlone('**/cart/customer-informations')
  await page.goBack()
  await page.getByRole('button', { name: text('consent.accept') }).click()
  await expect.poll(() => ran(page)).toHaveLength(2)
  await page.goForward()
  await expectAlone('**/cart/customer-informations')

  await openPage(page, '/home')
  await expect.poll(() => ran(page)).toHaveLength(2)
  await page.getByRole('button', { name: text('cart.open_one').replace('{{count}}', '1') }).click()
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await expectAlone('**/cart/customer-informations')
  // From one private page to the next the document stays, and with it what no storage may keep.
  await page.evaluate(() => Object.assign(window, { isFirstPage: true }))
  await fillCustomer({ page })
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await expectAlone('**/buyback/confirmation?**')
  await page.getByRole('link', { name: say('confirmation.track') }).click()
  await expectAlone('**/buyback/tracking/*')
  expect(await page.evaluate(() => 'isFirstPage' in window)).toBe(true)
  const address = page.url()
  // None of the pages of the sale is counted; the next one that may be is.
  await page.getByRole('banner').getByRole('link').first().click()
  await page.waitForURL('**/home')
  await expect.poll(() => ran(page)).toHaveLength(2)
  expect(await viewsOf(page)).toEqual(['/home'])
  // Nobody is told the private link, whatever the visitor has agreed to.
  await page.waitForLoadState('networkidle')
  hosts.clear()
  const alone = await page.goto(address)
  expect(alone?.headers()['content-security-policy']).not.toMatch(/googletagmanager|axept/)
  await expectAlone('**/buyback/tracking/*')
  expect([...hosts]).toEqual([])

  await chooseFirst(page, 'nikon')
  await expect.poll(() => ran(page)).toHaveLength(2)
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await page.waitForURL('**/home')
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
  // The wizard is not counted, nor is it when it is left.
  await expect.poll(() => viewsOf(page)).toEqual(['/buyback/search/products', '/home'])

  await chooseFirst(page, 'nikon')
  await expect.poll(() => ran(page)).toHaveLength(2)
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.lock') }).click()
  await expectAlone('**/buyback/quote/*')
  await context.close()
})

test('texts show images of listed hosts, and tags reach listed hosts once the visitor agrees', async ({ browser }) => {
  await server.owner.query(`update account set image_hosts = '{img.example}', tag_hosts = '{collect.example}'`)
  const image = (host: string) => `<p>Help <img alt="${host}" src="https://${host}/tiles/1.png"></p>`
  await server.owner.query('update organization_root_detail set faq_and_contact = $1', [
    `${image('img.example')}${image('unlisted.example')}`,
  ])
  const { context, page, hosts } = await visit(browser)
  await context.route(/img\.example|collect\.example/, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `http://${othersHost}${pathname}` }) })
  })
  const collects = (): Promise<boolean> =>
    page.evaluate(() =>
      fetch('https://collect.example/hit', { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
    )
  await openPage(page, '/faq-and-contact')
  const images = page.locator('main img')
  await expect(images).toHaveCount(1)
  await expect.poll(() => images.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await collects()).toBe(false)
  expect([...hosts]).toEqual(['img.example'])
  await page.getByRole('button', { name: text('consent.accept') }).click()
  await expect.poll(() => ran(page)).toHaveLength(2)
  expect(await collects()).toBe(true)
  await server.owner.query(`update account set image_hosts = '{}', tag_hosts = '{}'`)
  await context.close()
})

test('the map takes its pictures from the configured host alone, and the list stands without it', async ({
  browser,
}) => {
  const { context, page, hosts } = await visit(browser)
  const errors: string[] = []
  page.on('console', (said) => void (said.type() === 'error' && errors.push(said.text())))
  page.on('pageerror', (error) => void errors.push(error.message))
  await context.addCookies([{ name: 'consent', value: 'none', url: server.url }])
  await openPage(page, '/available-stores')
  const map = page.getByRole('region', { name: text('stores.map') })
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible()
  expect(errors).toEqual([])
  await expect(map).toContainText('© Tiles & more')
  expect([...hosts]).toEqual([othersHost])
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((path) => /^\/tiles\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)
  const stores = await page.locator('main li h2').count()
  expect(stores).toBeGreaterThan(0)
  await expect(map.locator('path.leaflet-interactive')).toHaveCount(stores)
  await takePictures(page, 'stores-map', { sizes: officeSizes, inView: true, audited: ['phone', 'desk'] })

  // The list stands alone where the pictures do not come, and where the account has no map.
  await context.route(`http://${othersHost}/**`, (route) => route.abort())
  await openPage(page, '/available-stores')
  await expect(page.locator('main li h2')).toHaveCount(stores)
  await server.owner.query('update account set drop_off_locations_map_enabled = false')
  const answer = await page.goto('/available-stores')
  await page.waitForLoadState('networkidle')
  expect(answer?.headers()['content-security-policy']).not.toContain(othersHost)
  await expect(page.locator('main li h2')).toHaveCount(stores)
  await expect(map).toHaveCount(0)
  await server.owner.query('update account set drop_off_locations_map_enabled = true')
  await context.close()
})
