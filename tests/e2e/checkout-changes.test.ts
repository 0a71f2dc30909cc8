import { expect, test } from 'playwright/test'
import { createFormat } from '#web/lib/format.ts'
import { answerAll } from '#tests/support/public-visit.ts'
import { countSold } from '#tests/support/public-checkout.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'
import { prepareThreeProducts, confirm, expectSold, toSummary } from '#tests/support/kept-cart.ts'

const { server, withCart } = prepareThreeProducts()

test('a price that has changed is shown beside the one that was seen, and accepted by a button', async ({
  browser,
}) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  await toSummary(customer, 'prix@exemple.fr')
  const names = await page.locator('main li h3').allTextContents()
  const [first] = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('cart') ?? '') as {
          cartBuybacks: { totalPrice: number; declaration: { grade: string; product: { id: string } } }[]
        }
      ).cartBuybacks,
  )
  const { product, grade } = first!.declaration
  const change = (by: number) =>
    server().owner.query(
      'update product_price set price_cents = price_cents + $3 where product_id = $1 and grade = $2',
      [product.id, grade, by],
    )
  await change(-1000)
  await confirm(customer).click()
  // Of the three, one alone. Named, so that a second one says which it is.
  const refused = page.locator('main li').filter({ hasText: say('refused.BUYBACK_PRICE_CHANGED') })
  await expect(refused.getByRole('heading', { level: 2 })).toHaveText([names[0]!])
  const money = createFormat('fr-FR', 'EUR', 'Europe/Paris').money
  await expect(page.getByText(money(first!.totalPrice))).toBeVisible()
  await takePictures(page, 'journey-price-changed', { sizes: officeSizes })
  expect(await countSold(server().owner, 'prix@exemple.fr')).toBe(0)
  await page.getByRole('button', { name: say('sending.takePrice', { price: money(first!.totalPrice - 1000) }) }).click()
  await expectSold(customer, 3)
  await expect(page.getByText(money(first!.totalPrice - 1000)).first()).toBeVisible()
  await change(1000)
  await context.close()
})

test('a product is declared again from the summary, in its place', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, text, say } = customer
  await toSummary(customer, 'modifier@exemple.fr')
  const names = await page.locator('main li h3').allTextContents()
  await page.getByRole('button', { name: say('summary.changeOf', { name: names[2]! }) }).click()
  await page.waitForURL('**/buyback/create/**')
  await page
    .getByRole('button', { name: text('offer.changeOf').replace('{{question}}', '').trim() })
    .first()
    .click()
  await page.locator('main ul button').nth(1).click()
  await answerAll(page, text, 'offer.update')
  await page.getByRole('button', { name: text('offer.update') }).click()
  await page.waitForURL('**/cart/order-summary')
  await expect(page.locator('main li h3')).toHaveText(names)
  await confirm(customer).click()
  await expectSold(customer, 3)
  await context.close()
})
