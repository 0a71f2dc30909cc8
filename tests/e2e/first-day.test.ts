import { writeFile } from 'node:fs/promises'
import { expect as soonExpected, test } from 'playwright/test'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import {
  effortTable,
  startEffort,
  takeHand,
  totalSeconds,
  type Effort,
  type Hand,
  type Look,
} from '#tests/support/effort.ts'
import {
  comeIn,
  followGuide,
  makeAdministrator,
  makeClient,
  payByFile,
  people,
} from '#tests/support/first-day-office.ts'
import { sellOnPhone, takeInAndTest } from '#tests/support/first-day-sale.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
let database: TestDatabase
let api: ApiProcess

test.beforeAll(async () => {
  database = await createDatabase()
  // As `npm start -- --empty` starts it: mails are read in the mailbox beside it.
  api = await startApi(database, { environment: { EMBEDDED: '1' } })
})
test.afterAll(async () => {
  await api.stop()
  await database.drop()
})

/** Screens that no other test comes to as they are on the first day; the others are audited where they have more on them. */
const seenHereAlone: ReadonlySet<string> = new Set([
  'no-clients',
  'platform',
  'closed-site',
  'guide',
  'ready',
  'payer',
  'dispatch',
  'site',
])

/** A person's half hour at the most, who knows what to type. */
const mostMinutes = 30

test('an empty installation becomes a trading retailer by screens alone, up to the first paid buyback', async ({
  browser,
}, info) => {
  // Four people's work; more than a minute of it on a quiet machine.
  test.setTimeout(420_000)
  const day = { installation: `http://localhost:${api.port}`, shop: `http://neuve.localhost:${api.port}` }
  const parts: Record<string, Effort> = {}
  const as = async (size: keyof typeof officeSizes) => {
    const viewport = officeSizes[size]
    const context = await browser.newContext({ viewport, locale: 'fr-FR', serviceWorkers: 'block' })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const look: Look = async (screen) => {
      await page.evaluate(() => scrollTo(0, 0))
      await keepPictures(page, `first-day-${screen}`, seenHereAlone.has(screen) ? [size] : [], { back: viewport })
    }
    const work = <T>(name: string, does: (hand: Hand, look: Look) => Promise<T>): Promise<T> =>
      test.step(name, async () => {
        const effort = startEffort()
        parts[name] = effort
        const result = await does(takeHand(page, effort), (screen) => effort.apart(() => look(screen)))
        effort.end()
        return result
      })
    return { page, look, work }
  }
  await expect.poll(() => linkOf(api)).not.toBeNull()

  const administrator = await as('desk')
  await administrator.work('the platform', async (hand, look) => {
    await makeAdministrator(hand, `${day.installation}${linkOf(api)}`, look)
    await makeClient(hand, day, look)
  })
  const customer = await as('phone')
  await customer.page.goto(day.shop)
  await expect(customer.page.getByRole('heading', { level: 1 })).toBeVisible()
  await customer.look('closed-site')
  const manager = await as('desk')
  await manager.work('the set-up', async (hand, look) => {
    await comeIn(hand, day, people.manager)
    await followGuide(hand, day, look)
  })
  const code = await customer.work('the sale', (hand, look) => sellOnPhone(hand, day.shop, look))
  expect(code).toMatch(/^\d{13}$/)
  const operator = await as('phone')
  await operator.work('the warehouse', async (hand) => {
    await comeIn(hand, day, people.operator)
    await takeInAndTest(hand, code)
  })
  const xml = await manager.work('the payment', payByFile)
  expect(xml).toContain('<InstdAmt Ccy="EUR">305.00</InstdAmt>')

  await writeFile(info.outputPath('effort.txt'), effortTable(parts))
  expect(totalSeconds(parts) / 60).toBeLessThan(mostMinutes)
})

const linkOf = ({ output }: ApiProcess) => /\/set-up\/u_[\w-]+/.exec(output())?.[0] ?? null
