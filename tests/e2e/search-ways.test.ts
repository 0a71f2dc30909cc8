import { chromium, expect, test, type Browser, type Locator, type Page } from 'playwright/test'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import { distanceKm } from '#domain/kernel/distance.ts'
import { chromiumArguments } from '#tests/support/chromium-arguments.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { createFakeCamera, fakeCameraArguments, type FakeCamera } from '#tests/support/barcode-video.ts'
import { openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { typeAsPerson } from '#tests/support/wedge.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

interface Phone {
  readonly id: string
  readonly label: string
  readonly ean: string
  readonly tac: string
}

/** A published product that has an EAN and a type allocation code of its own. */
async function phone(): Promise<Phone> {
  const { rows } = await server.owner.query<Phone>(
    `select p.id, p.label, p.gtin as ean, t.tac from product p
     join product_tac t on t.account_id = p.account_id and t.product_id = p.id
     join user_account u on u.account_id = p.account_id and u.email = 'admin@demo.example'
     where p.status = 'published' and char_length(p.gtin) = 13
       and (select count(*) from product_tac o where o.account_id = p.account_id and o.tac = t.tac) = 1
     order by p.id limit 1`,
  )
  return rows[0]!
}

/** An IMEI with that type allocation code and a right check digit. */
function imeiOf(tac: string): string {
  const body = `${tac}123456`
  return `${body}${luhnDigit(body)}`
}

const cards = (page: Page) => page.locator('main a[href*="/buyback/create/"]')

test.describe('a barcode before the camera', () => {
  let camera: FakeCamera
  let browser: Browser

  test.beforeAll(async () => {
    camera = await createFakeCamera()
    await camera.show([null])
    const executable = process.env.CHROMIUM_PATH
    browser = await chromium.launch({
      args: [...chromiumArguments, ...fakeCameraArguments(camera.file)],
      ...(executable ? { executablePath: executable } : {}),
    })
  })
  test.afterAll(() => browser.close())

  test('finds its product by the EAN, and by the IMEI', async () => {
    const wanted = await phone()
    const { context, page, text, problems } = await visitSite(browser, server.url, { permissions: ['camera'] })
    const scan = page.getByRole('button', { name: text('search.scan') })
    const dialog = page.getByRole('dialog', { name: text('search.scan') })
    await openPage(page, '/buyback/search')
    await scan.click()
    await expect(dialog.locator('video')).toBeVisible()
    await expectSoundScreen(page, 'scan dialog')
    await dialog.getByRole('button', { name: text('search.stopScan') }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/buyback\/search$/)

    await camera.show([{ symbology: 'ean13', text: wanted.ean }], { framesEach: 8 })
    await scan.click()
    await page.waitForURL((url) => url.searchParams.get('query')?.includes(wanted.ean) === true, { timeout: 30_000 })
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))

    const imei = imeiOf(wanted.tac)
    await openPage(page, '/buyback/search')
    await camera.show([{ symbology: 'code128', text: imei }], { framesEach: 8 })
    await scan.click()
    await page.waitForURL((url) => url.searchParams.get('imei')?.includes(imei) === true, { timeout: 30_000 })
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))
    await expect(page.getByText(text('imei.checkDigit'))).toBeHidden()
    expect(problems).toEqual([])
    await context.close()
  })

  test('is not read where the camera is refused, and the search goes on by typing', async () => {
    const wanted = await phone()
    const { context, page, text } = await visitSite(browser, server.url)
    await openPage(page, '/buyback/search')
    await page.getByRole('button', { name: text('search.scan') }).click()
    const dialog = page.getByRole('dialog', { name: text('search.scan') })
    await expect(dialog.getByRole('alert')).toHaveText(text('search.cameraFailed'))
    await expectSoundScreen(page, 'scan refused')
    await dialog.getByRole('button', { name: text('search.stopScan') }).click()
    await page.getByLabel(text('search.label')).click()
    await typeAsPerson(page, wanted.ean)
    await page.waitForURL('**/products?**')
    await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))
    await context.close()
  })
})

test('an IMEI that is typed finds its model, with a word where it is doubtful and none where it is no IMEI', async ({
  browser,
}) => {
  const wanted = await phone()
  const { context, page, text } = await visitSite(browser, server.url)
  const search = async (imei: string) => {
    await openPage(page, '/buyback/search')
    await page.getByRole('textbox', { name: text('imei.label') }).click()
    await typeAsPerson(page, imei)
  }
  await search('35-693803-564380-9')
  await expect(page.getByRole('alert')).toHaveText(text('imei.malformed'))
  await expectSoundScreen(page, 'IMEI refused in the search')
  const right = imeiOf(wanted.tac)
  await search(right)
  await page.waitForURL('**/products?imei=**')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))
  await expect(page.getByText(text('imei.checkDigit'))).toBeHidden()
  const wrong = `${right.slice(0, 14)}${(Number(right[14]) + 1) % 10}`
  await search(wrong)
  await expect(page.getByText(text('imei.checkDigit'))).toBeVisible()
  await expect(cards(page)).toHaveAttribute('href', new RegExp(wanted.id))
  await search(imeiOf('99999999'))
  await expect(page.getByText(text('imei.tacUnknown'))).toBeVisible()
  await context.close()
})

/** Taps a link where it has come to rest: cards take their heights as they come into view, and move what follows. */
async function tapAtRest(link: Locator): Promise<void> {
  await link.evaluate(async (element) => {
    let still = 0
    for (let before = NaN; still < 10;) {
      element.scrollIntoView({ block: 'end' })
      await new Promise(requestAnimationFrame)
      const { top } = element.getBoundingClientRect()
      still = top === before ? still + 1 : 0
      before = top
    }
  })
  await link.click()
}

test('results come 40 a page, each product once', async ({ browser }) => {
  const { context, page, text } = await visitSite(browser, server.url, { viewport: { width: 1440, height: 900 } })
  const pages = page.getByRole('navigation', { name: text('results.pages') })
  const previous = pages.getByRole('link', { name: text('results.previous') })
  const next = pages.getByRole('link', { name: text('results.next') })
  const place = (at: number, of: number) =>
    text('results.page').replace('{{page}}', `${at}`).replace('{{pages}}', `${of}`)
  const { rows } = await server.owner.query<{ count: number }>(
    `select count(*)::int as count from product p join user_account u on u.account_id = p.account_id
     where u.email = 'admin@demo.example' and p.status = 'published'`,
  )
  const total = rows[0]!.count
  const of = Math.ceil(total / 40)
  expect(of).toBeGreaterThan(1)
  await openPage(page, '/buyback/search/products')
  const seen: string[] = []
  for (let at = 1; at <= of; at++) {
    await expect(pages.getByText(place(at, of), { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(at < of ? 40 : total - 40 * (of - 1))
    seen.push(...(await cards(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))))
    await expect(previous).toHaveCount(at > 1 ? 1 : 0)
    await expect(next).toHaveCount(at < of ? 1 : 0)
    if (at === 1) await expectSoundScreen(page, 'results')
    if (at < of) await tapAtRest(next)
  }
  expect(new Set(seen).size).toBe(total)
  await previous.click()
  await expect(page).toHaveURL(new RegExp(of === 2 ? 'products$|page=1' : `page=${of - 1}`))
  await expect(cards(page)).toHaveCount(40)
  await context.close()
})

test('a page beyond the results leads to the last one, with what was searched', async ({ browser }) => {
  const { context, page, text } = await visitSite(browser, server.url)
  const { rows } = await server.owner.query<{ count: number }>(
    `select count(*)::int as count from product p join user_account u on u.account_id = p.account_id
     where u.email = 'admin@demo.example' and p.status = 'published'`,
  )
  const of = Math.ceil(rows[0]!.count / 40)
  expect(of).toBeGreaterThan(1)
  await openPage(page, '/buyback/search/products?page=900')
  await expect(page).toHaveURL(new RegExp(`/buyback/search/products\\?page=${of}$`))
  await expect(cards(page)).toHaveCount(rows[0]!.count - 40 * (of - 1))
  await openPage(page, '/buyback/search/products?query=iphone&brand=Apple&page=900')
  await expect(page).toHaveURL(/products\?query=iphone&brand=Apple(&page=\d)?$/)
  expect(await cards(page).count()).toBeGreaterThan(0)
  await openPage(page, '/buyback/search/products?query=qwertzuiop&page=9')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    text('results.of').replace('{{query}}', 'qwertzuiop'),
  )
  await context.close()
})

test.describe('a search that cannot be reached', () => {
  const products = '**/api/public/products?**'
  const token = '**/api/webtoken-with-account-and-ord'

  /** Opens results, breaks something, and asks for others until the message comes; answers how often that was tried. */
  async function triesUntilMessage(browser: Browser, broken: string, breakIt: (page: Page) => Promise<unknown>) {
    const { context, page, text } = await visitSite(browser, server.url, { viewport: { width: 1440, height: 900 } })
    await openPage(page, '/buyback/search/products')
    let tries = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === broken) tries += 1
    })
    await breakIt(page)
    await tapAtRest(page.getByRole('link', { name: text('results.next') }))
    const message = page.getByRole('alert')
    await expect(message).toContainText(text('failed.title'), { timeout: 25_000 })
    await expect(message).toContainText(text('failed.text'))
    const made = tries
    await expectSoundScreen(page, 'results that cannot be reached')
    await page.unroute(products)
    await page.unroute(token)
    await message.getByRole('button', { name: text('failed.retry') }).click()
    await expect(cards(page).first()).toBeVisible()
    await expect(message).toBeHidden()
    await context.close()
    return made
  }

  const search = '/api/public/products'
  const visitor = '/api/webtoken-with-account-and-ord'
  const endToken = (page: Page) =>
    page.route(products, (route) => route.fulfill({ status: 401, json: { code: 'ACCESS_SESSION_REQUIRED' } }))

  test('is tried five times more, and then says so', async ({ browser }) => {
    const cut = (page: Page) => page.route(products, (route) => route.abort())
    expect(await triesUntilMessage(browser, search, cut)).toBe(6)
  })

  test('is tried as often where the server is out of order', async ({ browser }) => {
    const disturb = (page: Page) =>
      page.route(products, (route) => route.fulfill({ status: 503, json: { code: 'SERVER_UNAVAILABLE' } }))
    expect(await triesUntilMessage(browser, search, disturb)).toBe(6)
  })

  test('is tried as often where the visitor’s token has ended and no other is given', async ({ browser }) => {
    const cut = async (page: Page) => {
      await endToken(page)
      await page.route(token, (route) => route.abort())
    }
    expect(await triesUntilMessage(browser, visitor, cut)).toBe(6)
  })

  test('is not waited for any longer where that token hangs', async ({ browser }) => {
    test.setTimeout(60_000)
    const hang = async (page: Page) => {
      await endToken(page)
      await page.route(token, () => {})
    }
    expect(await triesUntilMessage(browser, visitor, hang)).toBeGreaterThan(1)
  })
})

test.describe('near me', () => {
  const names = (page: Page) => page.locator('main li h2')

  /** The stores of the site with their places. */
  async function stores() {
    const { rows } = await server.owner.query<{ name: string; latitude: number; longitude: number }>(
      `select o.common_name as name, o.latitude::float8 as latitude, o.longitude::float8 as longitude from organization o
       join user_account u on u.account_id = o.account_id and u.email = 'admin@demo.example'
       where o.type = 'store' and o.status = 'active' order by o.common_name`,
    )
    return rows
  }

  test('sorts the stores by their distance once the visitor says where that is', async ({ browser }) => {
    const all = await stores()
    expect(all.length).toBeGreaterThan(2)
    for (const { latitude, longitude } of [all.at(-1)!, all[1]!]) {
      const { context, page, text } = await visitSite(browser, server.url, {
        permissions: ['geolocation'],
        geolocation: { latitude, longitude },
      })
      await openPage(page, '/available-stores')
      await expect(page.getByText(/^à [\d ,]+ km$/)).toHaveCount(0)
      await page.getByRole('button', { name: text('stores.near') }).click()
      await page.waitForURL(`**/available-stores?lat=${latitude.toFixed(2)}&lon=${longitude.toFixed(2)}`)
      const here = { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) }
      const expected = all.toSorted((one, other) => distanceKm(here, one) - distanceKm(here, other))
      await expect(names(page)).toHaveText(expected.map(({ name }) => name))
      await expect(page.getByText(/^à [\d\s,]+ km$/)).toHaveCount(all.length)
      await expectSoundScreen(page, 'stores by distance')
      await context.close()
    }
  })

  test('says so where the place is not to be had, and the list stays as it was', async ({ browser }) => {
    const { context, page, text } = await visitSite(browser, server.url)
    await openPage(page, '/available-stores')
    const before = await names(page).allTextContents()
    expect(before.length).toBeGreaterThan(2)
    const near = page.getByRole('button', { name: text('stores.near') })
    await near.click()
    await expect(page.getByRole('alert')).toHaveText(text('stores.notLocated'))
    await expect(near).toBeEnabled()
    await expect(page).toHaveURL(/\/available-stores$/)
    expect(await names(page).allTextContents()).toEqual(before)
    await expectSoundScreen(page, 'place refused')
    await context.close()
  })
})
