import { writeFile } from 'node:fs/promises'
import { expect as soonExpected, test, type Page } from 'playwright/test'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { effortTable, startEffort, takeHand, totalSeconds, type Effort, type Hand } from '#tests/support/effort.ts'
import {
  comeIn,
  followGuide,
  makeAdministrator,
  makeClient,
  payByFile,
  people,
} from '#tests/support/first-day-office.ts'
import { sellOnPhone, takeInAndTest } from '#tests/support/first-day-sale.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { sizes } from '#tests/support/shell.ts'

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

/** A person's half hour at the most, who knows what to type. */
const mostMinutes = 30

test('an empty installation becomes a trading retailer by screens alone, up to the first paid buyback', async ({
  browser,
}, info) => {
  // Four people's work; more than a minute of it on a quiet machine.
  test.setTimeout(300_000)
  const day = { installation: `http://localhost:${api.port}`, shop: `http://neuve.localhost:${api.port}` }
  const parts: Record<string, Effort> = {}
  const as = async (viewport: { readonly width: number; readonly height: number }) => {
    const context = await browser.newContext({ viewport, locale: 'fr-FR', serviceWorkers: 'block' })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const work = <T>(name: string, does: (hand: Hand) => Promise<T>): Promise<T> =>
      test.step(name, async () => {
        const effort = startEffort()
        parts[name] = effort
        const result = await does(takeHand(page, effort))
        effort.end()
        return result
      })
    return { work }
  }
  const look = async (page: Page, name: string) => {
    await page.evaluate(() => scrollTo(0, 0))
    await takePicture(page, `${name}-${sizes.desk.width}.png`)
  }
  await expect.poll(() => linkOf(api)).not.toBeNull()

  const administrator = await as(sizes.desk)
  await administrator.work('the platform', async (hand) => {
    await makeAdministrator(hand, `${day.installation}${linkOf(api)}`)
    await makeClient(hand, day, (page) => look(page, 'first-day-client'))
  })
  const manager = await as(sizes.desk)
  await manager.work('the set-up', async (hand) => {
    await comeIn(hand, day, people.manager)
    await followGuide(hand, look)
  })
  const customer = await as({ width: 390, height: 844 })
  const code = await customer.work('the sale', (hand) => sellOnPhone(hand, day.shop))
  expect(code).toMatch(/^\d{13}$/)
  const operator = await as(sizes.phone)
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
