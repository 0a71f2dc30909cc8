import { expect, test, type Browser } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { checkoutWords, countSold, fillCustomer, iban, identity } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

/** A visitor with a product in the cart, at the form that asks who sells. */
async function atForm(browser: Browser) {
  const visit = await visitSite(browser, server.url, { viewport: { width: 390, height: 844 } })
  const { page, text } = visit
  await chooseFirst(page, 'nikon')
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
  await openPage(page, '/cart/customer-informations')
  return { ...visit, say: checkoutWords('fr-FR') }
}

test('a click that leaves a wrong field counts, and the fault shows after it', async ({ browser }) => {
  const { context, page } = await atForm(browser)
  const terms = page.locator('#termsAccepted')
  await terms.scrollIntoViewIfNeeded()
  await page.locator('#accountHolder').fill('A')
  const box = (await terms.boundingBox())!
  // The upper edge: the words of a fault above are higher than what is left of the box below it.
  await page.mouse.move(box.x + box.width / 2, box.y + 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('#accountHolder-fault')).toHaveCount(0)
  await page.mouse.up()
  await expect(terms).toBeChecked()
  await expect(page.locator('#accountHolder-fault')).toBeVisible()
  await context.close()
})

test('a sale goes on by itself once the server is back', async ({ browser }) => {
  const { context, page, say } = await atForm(browser)
  await fillCustomer({ page }, 'reprise@exemple.fr')
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.route('**/api/buybacks', (route) => route.abort())
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await expect(page.getByText(say('sending.interrupted'))).toBeVisible()
  await page.unroute('**/api/buybacks')
  await page.waitForURL('**/buyback/confirmation?**')
  expect(await countSold(server.owner, 'reprise@exemple.fr')).toBe(1)
  await context.close()
})

test('a sale whose page is loaded again says that it is half sent, and comes to its end', async ({ browser }) => {
  const { context, page, say } = await atForm(browser)
  await expect(page.getByText(say('sending.unfinished'))).toHaveCount(0)
  await fillCustomer({ page }, 'moitie@exemple.fr')
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.route('**/api/buybacks', (route) => route.abort())
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await expect(page.getByText(say('sending.interrupted'))).toBeVisible()
  await page.unroute('**/api/buybacks')
  await page.reload()
  await page.waitForURL('**/cart/customer-informations')
  await expect(page.getByText(say('sending.unfinished'))).toBeVisible()
  await expectSoundScreen(page, 'half sent')
  await page.locator('#iban').fill(iban)
  await page.locator('#clientNationalIdentification').fill(identity)
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  expect(await countSold(server.owner, 'moitie@exemple.fr')).toBe(1)
  // Back leads to a step of the sale or to where it was cut off, as the browser counts its pages; each says that it is
  // sold by now (CART-17).
  await page.goBack()
  await page.waitForURL(/\/cart\/[^?]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('confirmation.title_one'))
  await expectSoundScreen(page, 'back from the confirmation')
  await context.close()
})
