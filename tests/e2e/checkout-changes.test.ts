import { expect, test } from 'playwright/test'
import { createFormat } from '#web/lib/format.ts'
import { answerAll, openPage } from '#tests/support/public-visit.ts'
import { countSold } from '#tests/support/public-checkout.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'
import { prepareThreeProducts, confirm, expectSold, toSummary } from '#tests/support/three-products.ts'

const { server, withCart } = prepareThreeProducts()

test('a price that has changed is shown beside the one that was seen, and accepted by a button', async ({
  browser,
}) => {
  const customer = await withCart(browser)
  const { context, page, say } = customer
  await toSummary(customer, 'prix@exemple.fr')
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
  await expect(page.getByText(say('refused.BUYBACK_PRICE_CHANGED'))).toBeVisible()
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

test('a product that is no longer sold says so, and the others go without it', async ({ browser }) => {
  const customer = await withCart(browser)
  const { context, page, say, text } = customer
  await toSummary(customer, 'retire@exemple.fr')
  const productId = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('cart') ?? '') as {
          cartBuybacks: { declaration: { product: { id: string } } }[]
        }
      ).cartBuybacks[1]!.declaration.product.id,
  )
  await server().owner.query(`update product set status = 'draft' where id = $1`, [productId])
  await confirm(customer).click()
  await expect(page.getByText(say('refused.PRODUCT_NOT_PUBLISHED'))).toBeVisible()
  await server().owner.query(`update product set status = 'published' where id = $1`, [productId])
  await page.getByRole('button', { name: say('sending.takeOut') }).click()
  await page.getByRole('button', { name: text('cart.keep') }).click()
  await expect(page.getByText(say('refused.PRODUCT_NOT_PUBLISHED'))).toBeVisible()
  await page.getByRole('button', { name: say('sending.takeOut') }).click()
  await page.getByRole('button', { name: text('cart.removeConfirm'), exact: true }).click()
  await expectSold(customer, 2)
  expect(await countSold(server().owner, 'retire@exemple.fr')).toBe(2)
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

test('a cart below its minimum does not reach the checkout', async ({ browser }) => {
  await server().owner.query('update organization_root_detail set cart_min_value = 10000000')
  const { context, page, text, say } = await withCart(browser)
  await openPage(page, '/home')
  await page.getByRole('button', { name: text('cart.open_other').replace('{{count}}', '3') }).click()
  await expect(page.getByRole('button', { name: text('cart.checkOut') })).toBeDisabled()
  await openPage(page, '/cart/customer-informations')
  await expect(page.getByRole('link', { name: say('minimum.add') })).toBeVisible()
  await expectSoundScreen(page, 'below the minimum')
  // A cart that takes no other product cannot reach the minimum by one (CART-08).
  const features = (change: string) =>
    server().owner.query(
      `update organization_root_detail set enabled_premium_features = array_${change}(enabled_premium_features, 'multi_product_cart')`,
    )
  await features('remove')
  await page.reload()
  await expect(page.getByText(say('minimum.full').split('{{')[0]!)).toBeVisible()
  await expect(page.getByRole('link', { name: say('minimum.add') })).toHaveCount(0)
  await expectSoundScreen(page, 'below the minimum in a full cart')
  await page.getByRole('button', { name: say('minimum.open') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
  await features('append')
  await server().owner.query('update organization_root_detail set cart_min_value = 0')
  await context.close()
})
