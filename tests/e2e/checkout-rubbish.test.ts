import { randomUUID } from 'node:crypto'
import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { checkoutWords } from '#tests/support/public-checkout.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

for (const rubbish of [
  '{"cartBuybacks":[{"inCartId":7}]}',
  'null',
  '[[',
  '{"storedAt":"2999-01-01","cartBuybacks":[],"customerInfo":{"clientCountry":"<b>","iban":5}}',
])
  test(`a browser that keeps ${rubbish} as its cart meets an empty one`, async ({ browser }) => {
    const { context, page, problems } = await visitSite(browser, server.url)
    const say = checkoutWords('fr-FR')
    await context.addInitScript((text) => {
      localStorage.setItem('cart', text)
      localStorage.setItem('checkout', text)
    }, rubbish)
    for (const path of ['/cart/customer-informations', '/cart/order-summary', `/cart/${randomUUID()}/checkout`]) {
      await openPage(page, path)
      await expect(page.getByText(say('empty.title'))).toBeVisible()
      await expectSoundScreen(page, path)
    }
    await openPage(page, '/buyback/confirmation?ids=rubbish')
    await expect(page.getByText(say('confirmation.failedTitle'))).toBeVisible()
    expect(problems).toEqual([])
    await context.close()
  })

for (const country of ['<b>', 'XX', 'France'])
  test(`a browser that keeps ${country} as the customer’s country shows it, and lets it be chosen anew`, async ({
    browser,
  }) => {
    const { context, page, text, problems } = await visitSite(browser, server.url)
    const say = checkoutWords('fr-FR')
    await chooseFirst(page, 'nikon')
    await answerAll(page, text)
    await page.getByRole('button', { name: text('offer.add') }).click()
    await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
    await page.evaluate((clientCountry) => {
      const cart = JSON.parse(localStorage.getItem('cart') ?? '') as object
      localStorage.setItem('cart', JSON.stringify({ ...cart, customerInfo: { clientCountry, clientCity: 'Lille' } }))
    }, country)
    await openPage(page, '/cart/order-summary')
    await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
    await expect(page.getByText('Lille')).toBeVisible()
    await expect(page.getByText(country, { exact: true })).toBeVisible()
    await expectSoundScreen(page, 'summary with an unreadable country')
    await openPage(page, '/cart/customer-informations')
    await page.locator('#clientCountry').selectOption('FR')
    expect(problems).toEqual([])
    await context.close()
  })

test('a confirmation that is not the visitor’s own says where to look', async ({ browser }) => {
  const { context, page } = await visitSite(browser, server.url)
  await openPage(page, `/buyback/confirmation?ids=${randomUUID()}`)
  await expect(page.getByText(checkoutWords('fr-FR')('confirmation.notFound'))).toBeVisible()
  await expectSoundScreen(page, 'unknown confirmation')
  await context.close()
})
