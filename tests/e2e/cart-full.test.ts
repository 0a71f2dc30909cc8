import { expect, test } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { answerAll, chooseFirst, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
  await server.owner.query(
    `update organization_root_detail
     set enabled_premium_features = array_remove(enabled_premium_features, 'multi_product_cart')`,
  )
})
test.afterAll(() => server.close())

test('a full cart says so at the next offer, and takes nothing more (CART-07, CART-08)', async ({ browser }) => {
  const { context, page, text, problems } = await visitSite(browser, server.url)
  const panel = page.getByRole('dialog', { name: text('cart.title') })
  await chooseFirst(page, 'nikon')
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(panel).toBeVisible()
  await expect(panel.getByRole('link', { name: text('cart.another') })).toHaveCount(0)
  const before = await page.evaluate(() => localStorage.getItem('cart'))

  await chooseFirst(page, 'iphone')
  await answerAll(page, text, 'offer.seeCart')
  await expect(page.getByText(text('offer.full_one'))).toBeVisible()
  await expect(page.getByRole('button', { name: text('offer.add') })).toHaveCount(0)
  await expectSoundScreen(page, 'an offer over a full cart')
  await page.getByRole('button', { name: text('offer.seeCart') }).click()
  await expect(panel.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe(before)
  expect(problems).toEqual([])
  await context.close()
})
