import { expect, test, type Locator, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

const desk = { width: 1280, height: 800 }
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Le chargement a échoué' })
const firstRow = (page: Page) => page.getByRole('row').nth(1)

/** A list whose rows the server tells: where it stands, what it asks, and what shows that they have come. */
interface ServerList {
  readonly path: string
  readonly asks: string
  readonly arrived: (page: Page) => Locator
}

/** One of each kind; those whose rows are the server's alone are tried without one (`list-failures.test.tsx`). */
const lists: readonly ServerList[] = [
  { path: '/stocks', asks: '/api/stocks', arrived: firstRow },
  {
    path: '/stocks/counts',
    asks: '/api/stock-counts',
    arrived: (page) => firstRow(page).or(page.getByText('Aucun inventaire')),
  },
  { path: '/refurb-steps', asks: '/api/refurb-steps', arrived: firstRow },
  { path: '/refurb-diagnosis-questions', asks: '/api/refurb-questions', arrived: firstRow },
]

const serverFails = (page: Page, isAsked: (url: URL) => boolean) =>
  page.route(isAsked, (route) =>
    route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
  )

async function expectFailureAndRetry(page: Page, { path, asks, arrived }: ServerList): Promise<void> {
  const isAsked = (url: URL) => url.pathname === asks
  await serverFails(page, isAsked)
  await navigateInApp(page, path)
  await expect(failure(page)).toBeVisible({ timeout: 20_000 })
  await expect(arrived(page)).toHaveCount(0)
  await page.unroute(isAsked)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(arrived(page)).toBeVisible({ timeout: 20_000 })
  await expect(failure(page)).toHaveCount(0)
}

test('lists say that the server fails and come once it answers again, wait for their own answer, and lead to their last page', async () => {
  test.setTimeout(300_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_manager')
    for (const list of lists) await test.step(list.path, () => expectFailureAndRetry(page, list))

    await test.step('an address beyond the last page leads to the last one, and the way back leaves the list', async () => {
      await navigateInApp(page, '/home')
      await navigateInApp(page, '/stocks?page=9&perPage=5')
      await expect(firstRow(page)).toBeVisible()
      await expect(page).toHaveURL(/[?&]page=2\b/)
      await page.goBack()
      await page.waitForURL('**/home')
    })

    await test.step('a list that goes on by the copy waits for its own answer, and lets rows of the one before be looked at alone', async () => {
      await navigateInApp(page, '/stocks?q=nulle+part')
      const isAsked = (url: URL) => url.pathname === '/api/stocks'
      const search = async (text: string): Promise<void> => {
        await page.getByRole('searchbox').fill(text)
        await page.keyboard.press('Enter')
      }
      const empty = page.getByRole('main').getByRole('heading', { level: 2 })
      await expect(empty).toBeVisible({ timeout: 20_000 })
      const goOn = await hold(page, isAsked)
      await search('a')
      await expect(page.getByRole('main').getByRole('status', { name: 'Chargement' })).toBeVisible({ timeout: 20_000 })
      await expect(empty).toHaveCount(0)
      goOn()
      await expect(firstRow(page)).toBeVisible({ timeout: 20_000 })
      await expect(page.locator('tbody')).not.toHaveAttribute('inert')
      const goOnAgain = await hold(page, isAsked)
      await search('ailleurs')
      await expect(page.locator('tbody')).toHaveAttribute('inert')
      goOnAgain()
      await expect(empty).toBeVisible({ timeout: 20_000 })
      await page.unroute(isAsked)
    })
  } finally {
    await device.close()
  }
})

test('the stock of a head office, whose devices keep no items, says that the server fails, and comes once it answers again', async () => {
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await signInOn(page, 'root_management_unit_manager')
    await expectFailureAndRetry(page, {
      path: '/items-stock',
      asks: '/api/warehouse/items',
      arrived: () => page.getByRole('grid').locator('[data-index]').first(),
    })
    await expectFailureAndRetry(page, { path: '/buybacksQuarantine', asks: '/api/quarantine', arrived: firstRow })
  } finally {
    await device.close()
  }
})

/** Keeps what a list asks from its answer until it is told to go on. */
async function hold(page: Page, isAsked: (url: URL) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.unroute(isAsked)
  await page.route(isAsked, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Lets the copy's worker refuse what it is asked, as it does where the disk fails, while the page is told so. */
async function failCopy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { id?: number; method?: string },
      ...rest: never[]
    ) {
      if (message.method === undefined || sessionStorage.getItem('refused') !== message.method)
        return post.call(this, message, ...rest)
      const data = { id: message.id, kind: 'failed', name: 'UnknownError', message: 'the disk fails' }
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
    } as typeof post
  })
}

const refuse = (page: Page, method: 'list' | 'read') =>
  page.evaluate((refused) => sessionStorage.setItem('refused', refused), method)

/** Lets the copy answer and asks it again at once, because its next change would bring the rows too. */
const retryMended = (page: Page) =>
  page.getByRole('button', { name: 'Réessayer' }).evaluate((button: HTMLElement) => {
    sessionStorage.removeItem('refused')
    button.click()
  })

const packages = (page: Page) =>
  page
    .getByRole('region', { name: /^Colis / })
    .or(page.getByRole('heading', { name: 'Aucun colis' }))
    .first()

test('a device that cannot fetch its copy, or whose copy fails, says so in its lists, which come once it can', async () => {
  test.setTimeout(300_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await test.step('it cannot be fetched', async () => {
      const isSnapshot = (url: URL) => url.pathname === '/api/sync/snapshot'
      await device
        .context()
        .route(isSnapshot, (route) =>
          route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
        )
      await failCopy(page)
      await signInOn(page, 'warehouse_manager', null)
      for (const path of ['/items-stock', '/warehouse/work', '/expedition']) {
        await navigateInApp(page, path)
        await expect(failure(page)).toBeVisible({ timeout: 20_000 })
      }
      await expectSoundScreen(page, 'expedition without a copy: error')
      await device.context().unroute(isSnapshot)
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await expect(packages(page)).toBeVisible({ timeout: 20_000 })
      await expect(failure(page)).toHaveCount(0)
    })
    await test.step('its packages cannot be read', async () => {
      await refuse(page, 'read')
      for (const path of ['/packing-with-label', '/expedition']) {
        await page.goto(path)
        await expect(failure(page)).toBeVisible({ timeout: 20_000 })
      }
      await expect(packages(page)).toHaveCount(0)
      await retryMended(page)
      await expect(packages(page)).toBeVisible()
      await expect(failure(page)).toHaveCount(0)
    })
    await test.step('its lists cannot be read', async () => {
      for (const [path, arrived] of [
        ['/items-stock', page.getByRole('grid').locator('[data-index]').first()],
        ['/warehouse/work', page.getByRole('list', { name: 'Travail par type' })],
      ] as const) {
        await refuse(page, 'list')
        await page.goto(path)
        await expect(failure(page)).toBeVisible({ timeout: 30_000 })
        await expect(arrived).toHaveCount(0)
        await retryMended(page)
        await expect(arrived).toBeVisible({ timeout: 20_000 })
        await expect(failure(page)).toHaveCount(0)
      }
      // The quarantine goes on by what the server tells.
      await refuse(page, 'list')
      await page.goto('/buybacksQuarantine')
      await expect(firstRow(page)).toBeVisible({ timeout: 30_000 })
    })
  } finally {
    await device.close()
  }
})
