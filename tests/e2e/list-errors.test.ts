import { expect, test, type Locator, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { goWithin } from '#tests/support/go-within.ts'
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

const lists: Readonly<Record<string, readonly ServerList[]>> = {
  warehouse_manager: [
    { path: '/stocks', asks: '/api/stocks', arrived: firstRow },
    {
      path: '/stocks/counts',
      asks: '/api/stock-counts',
      arrived: (page) => firstRow(page).or(page.getByText('Aucun inventaire')),
    },
    { path: '/refurb-steps', asks: '/api/refurb-steps', arrived: firstRow },
    { path: '/refurb-diagnosis-questions', asks: '/api/refurb-questions', arrived: firstRow },
    { path: '/printers', asks: '/api/printers', arrived: (page) => page.getByText('Aucune imprimante réseau') },
  ],
  admin: [
    {
      path: '/warehouse-dispatch',
      asks: '/api/warehouse-dispatch',
      arrived: (page) => page.locator('[data-rule]').first(),
    },
    { path: '/transports-list', asks: '/api/transports', arrived: firstRow },
    { path: '/circuits', asks: '/api/circuits', arrived: firstRow },
    { path: '/paymentModes', asks: '/api/payment-modes', arrived: firstRow },
    { path: '/categories/list', asks: '/api/categories', arrived: firstRow },
    { path: '/diagnostic', asks: '/api/categories', arrived: firstRow },
    { path: '/products', asks: '/api/products', arrived: firstRow },
    { path: '/entities', asks: '/api/organizations', arrived: firstRow },
    { path: '/users', asks: '/api/users', arrived: firstRow },
    { path: '/clients', asks: '/api/accounts', arrived: firstRow },
  ],
  // The devices of the head office keep no items: its lists are the server's.
  root_management_unit_manager: [
    {
      path: '/items-stock',
      asks: '/api/warehouse/items',
      arrived: (page) => page.getByRole('grid').locator('[data-index]').first(),
    },
    { path: '/buybacksQuarantine', asks: '/api/quarantine', arrived: firstRow },
  ],
}

test('an address beyond the last page leads to the last one, and the way back leaves the list', async () => {
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_manager', '/home')
    await page.goto('/stocks?page=9&perPage=5')
    await expect(firstRow(page)).toBeVisible()
    await expect(page).toHaveURL(/[?&]page=2\b/)
    await page.goBack()
    await page.waitForURL('**/home')
  } finally {
    await device.close()
  }
})

for (const [user, theirs] of Object.entries(lists)) {
  test(`the lists of a ${user} say that the server fails, and come once it answers again`, async () => {
    test.setTimeout(180_000)
    const device = await startHandheld({ baseURL: app.url, viewport: desk })
    try {
      const page = device.page()
      await signInOn(page, user)
      for (const { path, asks, arrived } of theirs)
        await test.step(path, async () => {
          const isAsked = (url: URL) => url.pathname === asks
          await page.route(isAsked, (route) =>
            route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
          )
          // What a list before has read would show in this one.
          const isRead = theirs.find((list) => list.asks === asks)?.path !== path
          await (isRead ? page.goto(path) : goWithin(page, path))
          await expect(failure(page)).toBeVisible({ timeout: 20_000 })
          if (path === theirs[0]?.path) await expectSoundScreen(page, `${path}: error`)
          await expect(arrived(page)).toHaveCount(0)
          await page.unroute(isAsked)
          await page.getByRole('button', { name: 'Réessayer' }).click()
          await expect(arrived(page)).toBeVisible({ timeout: 20_000 })
          await expect(failure(page)).toHaveCount(0)
        })
    } finally {
      await device.close()
    }
  })
}

test('a list that goes on by the copy waits for its own answer, and lets rows of the one before be looked at alone', async () => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_manager', '/stocks?q=nulle+part')
    const isAsked = (url: URL) => url.pathname === '/api/stocks'
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
    }
    const empty = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(empty).toBeVisible({ timeout: 20_000 })
    const goOn = await hold(page, isAsked)
    await search('')
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

/** Lets the copy's worker refuse what it is asked, as it does where the disk fails, until the page is told otherwise. */
async function failCopy(page: Page, failing: 'list' | 'read'): Promise<void> {
  await page.addInitScript((refused) => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { id?: number; method?: string },
      ...rest: never[]
    ) {
      if (message.method !== refused || sessionStorage.getItem('copy') === 'works')
        return post.call(this, message, ...rest)
      const data = { id: message.id, kind: 'failed', name: 'UnknownError', message: 'the disk fails' }
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
    } as typeof post
  }, failing)
}

const mend = (page: Page, works: boolean) =>
  page.evaluate((now) => sessionStorage.setItem('copy', now), works ? 'works' : 'fails')

/** Lets the copy answer and asks it again at once, because its next change would bring the rows too. */
const retryMended = (page: Page) =>
  page.getByRole('button', { name: 'Réessayer' }).evaluate((button: HTMLElement) => {
    sessionStorage.setItem('copy', 'works')
    button.click()
  })

test('the lists of a device say that its copy fails, and come once it answers again', async () => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await failCopy(page, 'list')
    await signInOn(page, 'warehouse_manager', null)
    for (const [path, arrived] of [
      ['/items-stock', page.getByRole('grid').locator('[data-index]').first()],
      ['/warehouse/work', page.getByRole('list', { name: 'Travail par type' })],
    ] as const) {
      await mend(page, false)
      await page.goto(path)
      await expect(failure(page)).toBeVisible({ timeout: 30_000 })
      await expect(arrived).toHaveCount(0)
      await retryMended(page)
      await expect(arrived).toBeVisible({ timeout: 20_000 })
      await expect(failure(page)).toHaveCount(0)
    }
    // The quarantine goes on by what the server tells.
    await mend(page, false)
    await page.goto('/buybacksQuarantine')
    await expect(firstRow(page)).toBeVisible({ timeout: 30_000 })
  } finally {
    await device.close()
  }
})

const packages = (page: Page) =>
  page
    .getByRole('region', { name: /^Colis / })
    .or(page.getByRole('heading', { name: 'Aucun colis' }))
    .first()

test('the packages of a device say that its copy fails, and come once it answers again', async () => {
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await failCopy(page, 'read')
    await signInOn(page, 'warehouse_manager')
    await mend(page, true)
    await page.goto('/expedition')
    await expect(packages(page)).toBeVisible({ timeout: 30_000 })
    await mend(page, false)
    for (const path of ['/expedition', '/packing-with-label']) {
      await page.goto(path)
      await expect(failure(page)).toBeVisible({ timeout: 20_000 })
    }
    await page.goto('/expedition')
    await expect(failure(page)).toBeVisible({ timeout: 20_000 })
    await expect(packages(page)).toHaveCount(0)
    await retryMended(page)
    await expect(packages(page)).toBeVisible()
    await expect(failure(page)).toHaveCount(0)
  } finally {
    await device.close()
  }
})

test('a device that cannot fetch its copy says so where it would wait for it, and goes on once it can', async () => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    const isSnapshot = (url: URL) => url.pathname === '/api/sync/snapshot'
    await device
      .context()
      .route(isSnapshot, (route) =>
        route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
      )
    await signInOn(page, 'warehouse_manager', null)
    for (const path of ['/items-stock', '/warehouse/work', '/expedition']) {
      await page.goto(path)
      await expect(failure(page)).toBeVisible({ timeout: 20_000 })
    }
    await expectSoundScreen(page, 'expedition without a copy: error')
    await device.context().unroute(isSnapshot)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(packages(page)).toBeVisible({ timeout: 20_000 })
    await expect(failure(page)).toHaveCount(0)
  } finally {
    await device.close()
  }
})
