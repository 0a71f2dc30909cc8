import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { checkoutWords, countSold, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

const say = checkoutWords('fr-FR')

async function putInCart({ page, text }: Visit, query: string): Promise<void> {
  await chooseFirst(page, query)
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
}

async function toSummary({ page }: Visit, email: string): Promise<void> {
  await openPage(page, '/cart/customer-informations')
  await fillCustomer({ page }, email)
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
}

const cartOf = ({ page }: Visit) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '') as { cartId: string; cartBuybacks: unknown[] })

test('the address of a cart that was sold shows its confirmation, and sells nothing again (CART-17, SHELL-35)', async ({
  browser,
}) => {
  const visit = await visitSite(browser, server.url)
  const { context, page, problems } = visit
  const email = 'adresse@exemple.fr'
  const cartButton = page.getByRole('banner').getByRole('button', { name: /^Panier/ })
  await putInCart(visit, 'nikon')
  await toSummary(visit, email)
  const { cartId } = await cartOf(visit)
  await page.route('**/api/buybacks', (route) => route.abort())
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/cart/${cartId}/checkout`)
  await expect(cartButton).toHaveCount(0)
  await page.unroute('**/api/buybacks')
  await page.getByRole('button', { name: say('sending.resume') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(say('confirmation.title_one'))
  await expect(cartButton).toHaveCount(0)
  const number = await page.locator('main dd').first().textContent()

  await openPage(page, `/cart/${cartId}/checkout`)
  await expect(title).toHaveText(say('confirmation.title_one'))
  await expect(page.locator('main dd').first()).toHaveText(number ?? '')
  await expect(cartButton).toHaveCount(0)
  await expectSoundScreen(page, 'confirmation at the cart’s address')
  // The next cart is none of this address's business, nor does it sell that one.
  await putInCart(visit, 'nikon')
  await toSummary(visit, email)
  await openPage(page, `/cart/${cartId}/checkout`)
  await page.reload()
  await expect(title).toHaveText(say('confirmation.title_one'))
  expect(await countSold(server.owner, email)).toBe(1)
  expect((await cartOf(visit)).cartBuybacks).toHaveLength(1)

  // Another visitor who has the address is told nothing.
  const stranger = await visitSite(browser, server.url)
  await openPage(stranger.page, `/cart/${cartId}/checkout`)
  await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(say('empty.title'))
  await stranger.context.close()
  expect(problems).toEqual([])
  await context.close()
})

test('the last product leaves the summary after a question, and the emptied cart leads home (CART-09, CART-10)', async ({
  browser,
}) => {
  const visit = await visitSite(browser, server.url)
  const { context, page, text } = visit
  await putInCart(visit, 'nikon')
  await toSummary(visit, 'vide@exemple.fr')
  const before = await cartOf(visit)
  const typed = () => page.evaluate(() => localStorage.getItem('temporaryCustomerInfo'))
  expect(await typed()).toContain('12 rue des Lilas')
  const takeOut = page
    .locator('main')
    .getByRole('button', { name: new RegExp(say('summary.removeOf').split('{{')[0]!) })
  await takeOut.click()
  const question = page.getByRole('dialog', { name: text('cart.removeTitle') })
  await question.getByRole('button', { name: text('cart.keep') }).click()
  await expect(question).toBeHidden()
  expect(await cartOf(visit)).toEqual(before)
  await takeOut.click()
  await question.getByRole('button', { name: text('cart.removeConfirm'), exact: true }).click()
  await page.waitForURL('**/home')
  const after = await cartOf(visit)
  expect(after.cartBuybacks).toEqual([])
  expect(after.cartId).not.toBe(before.cartId)
  expect(await typed()).toBeNull()
  await context.close()
})

test('the cart is at hand on a legal text too, and leads on from there (SHELL-35, PUB-25)', async ({ browser }) => {
  const visit = await visitSite(browser, server.url)
  const { context, page, text } = visit
  await putInCart(visit, 'nikon')
  for (const path of ['/service-terms', '/eula', '/faq-and-contact', '/404']) {
    await openPage(page, path)
    await expect(page.getByRole('button', { name: text('cart.open_one').replace('{{count}}', '1') })).toBeVisible()
  }
  await expectSoundScreen(page, 'not found with a cart')
  await openPage(page, '/not-available')
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
  await openPage(page, '/service-terms')
  await page.getByRole('button', { name: text('cart.open_one').replace('{{count}}', '1') }).click()
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await page.waitForURL('**/cart/customer-informations')
  await context.close()
})
