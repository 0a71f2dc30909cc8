import { expect, test } from 'playwright/test'
import { confirm, prepareCart, toSummary } from '#tests/support/kept-cart.ts'
import { countSold } from '#tests/support/public-checkout.ts'
import { openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

const { server, withCart, putCart } = prepareCart('nikon')

const cartOf = ({ page }: Visit) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '') as { cartId: string; cartBuybacks: unknown[] })

test('the address of a cart that was sold shows its confirmation, and sells nothing again (CART-17, SHELL-35)', async ({
  browser,
}) => {
  const visit = await withCart(browser)
  const { context, page, say, problems } = visit
  const email = 'adresse@exemple.fr'
  const cartButton = page.getByRole('banner').getByRole('button', { name: /^Panier/ })
  await toSummary(visit, email)
  const { cartId } = await cartOf(visit)
  await page.route('**/api/buybacks', (route) => route.abort())
  await confirm(visit).click()
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
  await putCart(page)
  await toSummary(visit, email)
  await openPage(page, `/cart/${cartId}/checkout`)
  await page.reload()
  await expect(title).toHaveText(say('confirmation.title_one'))
  expect(await countSold(server().owner, email)).toBe(1)
  expect((await cartOf(visit)).cartBuybacks).toHaveLength(1)

  // Another visitor who has the address is told nothing.
  const stranger = await visitSite(browser, server().url)
  await openPage(stranger.page, `/cart/${cartId}/checkout`)
  await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(say('empty.title'))
  await stranger.context.close()
  expect(problems).toEqual([])
  await context.close()
})
