import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { checkoutWords, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

test('a kept price is given up by changing its product on the summary, and only after a question', async ({
  browser,
}) => {
  const { context, page, text } = await visitSite(browser, server.url)
  const follow = readTexts('fr-FR', 'follow')
  const say = checkoutWords('fr-FR')
  await chooseFirst(page, 'nikon')
  await answerAll(page, text)
  const offered = (await page.locator('h1 strong').textContent()) ?? ''
  await page.getByRole('button', { name: text('offer.lock') }).click()
  await page.waitForURL('**/buyback/quote/q_*')
  await page.getByRole('button', { name: follow('quote.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()

  await server.owner.query('update product_price set price_cents = greatest(100, price_cents / 2)')
  await openPage(page, '/cart/customer-informations')
  await fillCustomer({ page })
  await page.getByRole('button', { name: say('form.next') }).click()
  const change = page.getByRole('button', { name: new RegExp(`^${say('summary.change')} Nikon`) })
  await change.click()
  await expect(page.getByRole('heading', { name: say('summary.keptTitle') })).toBeVisible()
  await expectSoundScreen(page, 'giving up a kept price')
  await page.getByRole('button', { name: say('summary.keptKeep') }).click()
  await expect(page.getByText(offered, { exact: true }).first()).toBeVisible()

  await change.click()
  await page.getByRole('button', { name: say('summary.keptChange') }).click()
  await page.waitForURL('**/buyback/create/**')
  await expect(page.getByRole('button', { name: text('offer.update') })).toBeVisible()
  await expect(page.locator('h1 strong')).not.toHaveText(offered)
  await context.close()
})
