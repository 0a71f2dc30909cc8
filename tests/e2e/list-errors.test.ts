import { expect, test, type Locator, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
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

for (const [user, theirs] of Object.entries(lists)) {
  test.describe(`the lists of a ${user}`, () => {
    let device: Handheld
    test.beforeAll(async () => {
      test.setTimeout(120_000)
      device = await startHandheld({ baseURL: app.url, viewport: desk })
      await signInOn(device.page(), user)
    })
    test.afterAll(async () => {
      await device.close()
    })

    for (const { path, asks, arrived } of theirs) {
      test(`${path} says that the server fails, and comes once it answers again`, async () => {
        const page = device.page()
        const isAsked = (url: URL) => url.pathname === asks
        await page.route(isAsked, (route) =>
          route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'Server error' } }),
        )
        await page.goto(path)
        await expect(failure(page)).toBeVisible({ timeout: 20_000 })
        await expectSoundScreen(page, `${path}: error`)
        await expect(arrived(page)).toHaveCount(0)
        await page.unroute(isAsked)
        await page.getByRole('button', { name: 'Réessayer' }).click()
        await expect(arrived(page)).toBeVisible({ timeout: 20_000 })
        await expect(failure(page)).toHaveCount(0)
      })
    }
  })
}

/** Lets the copy's worker refuse its list, as it does where the disk fails, until the page is told otherwise. */
async function failCopyLists(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { id?: number; method?: string },
      ...rest: never[]
    ) {
      if (message.method !== 'list' || sessionStorage.getItem('copy') === 'works')
        return post.call(this, message, ...rest)
      const data = { id: message.id, kind: 'failed', name: 'UnknownError', message: 'the disk fails' }
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
    } as typeof post
  })
}

test('the lists of a device say that its copy fails, and come once it answers again', async () => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await failCopyLists(page)
    await signInOn(page, 'warehouse_manager')
    const mend = (works: boolean) =>
      page.evaluate((now) => sessionStorage.setItem('copy', now), works ? 'works' : 'fails')
    for (const [path, arrived] of [
      ['/items-stock', page.getByRole('grid').locator('[data-index]').first()],
      ['/warehouse/work', page.getByRole('list', { name: 'Travail par type' })],
    ] as const) {
      await mend(false)
      await page.goto(path)
      await expect(failure(page)).toBeVisible({ timeout: 30_000 })
      await expect(arrived).toHaveCount(0)
      await mend(true)
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await expect(arrived).toBeVisible({ timeout: 20_000 })
      await expect(failure(page)).toHaveCount(0)
    }
    // The quarantine goes on by what the server tells.
    await mend(false)
    await page.goto('/buybacksQuarantine')
    await expect(firstRow(page)).toBeVisible({ timeout: 30_000 })
  } finally {
    await device.close()
  }
})
