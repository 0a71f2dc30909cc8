import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

/** Every list of the office, by a user who may see it. */
const lists = {
  warehouse_manager: [
    '/stocks',
    '/stocks/counts',
    '/refurb-steps',
    '/refurb-diagnosis-questions',
    '/printers',
    '/items-stock',
    '/buybacksQuarantine',
    '/warehouse/work',
    '/expedition',
  ],
  root_management_unit_manager: [
    '/buybacks',
    '/products',
    '/categories/list',
    '/diagnostic',
    '/items-stock',
    '/stocks',
    '/payments',
    '/purchase-register',
  ],
  admin: [
    '/warehouse-dispatch',
    '/circuits',
    '/paymentModes',
    '/transports-list',
    '/payments/due',
    '/payment-files',
    '/payment-files/create',
    '/payment-releases',
    '/jobs',
    '/entities',
    '/users',
    '/clients',
  ],
  store_seller: ['/buybacks', '/buybacks-predeclared'],
} as const

const filters = `status delivery category circuit store buyer provider state days link held stock age promised all
  warehouse kind differences count answer item destination grade minCents maxCents type parent
  entity channel module`.split(/\s+/)
// Words that nobody knows beside what is right by its shape alone: a page beyond any, a year that no database has, a
// store of nobody, a text too long.
const rubbish = ['sort', 'order', 'perPage', ...filters.filter((name) => name !== 'store')]
const shaped = `page=99999999&from=0000-01-01&to=0000-01-01&store=00000000-0000-4000-8000-000000000000`
const address = `${rubbish.map((name) => `${name}=rubbish`).join('&')}&${shaped}&q=${'%00rubbish'.repeat(30)}`

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Le chargement a échoué' })
const title = (page: Page) => page.locator('main').getByRole('heading').first()

for (const [user, paths] of Object.entries(lists)) {
  test(`an address with unknown words shows the lists of a ${user} as they are without them`, async () => {
    test.setTimeout(180_000)
    const device = await startHandheld({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
    try {
      const page = device.page()
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url().slice(app.url.length)}`)
      })
      await signInOn(page, user, null)
      for (const path of paths) {
        await navigateInApp(page, `${path}?${address}`)
        await expect(title(page)).toBeVisible({ timeout: 20_000 })
        await expect(page.getByRole('status', { name: 'Chargement' })).toHaveCount(0)
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
        await expect(failure(page)).toHaveCount(0)
      }
      expect(refused).toEqual([])
    } finally {
      await device.close()
    }
  })
}
