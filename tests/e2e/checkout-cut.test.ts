import { expect, test, type Browser } from 'playwright/test'
import { confirm, prepareCart } from '#tests/support/kept-cart.ts'
import { countSold, fillCustomer, iban, identity } from '#tests/support/public-checkout.ts'
import { openPage } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

const { server, withCart } = prepareCart('nikon')

/** A visitor with a product in the cart, at the form that asks who sells. */
async function atForm(browser: Browser) {
  const customer = await withCart(browser)
  await openPage(customer.page, '/cart/customer-informations')
  await expect(customer.page.locator('#clientCity')).toBeVisible()
  return customer
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

test('a sale whose page is loaded again comes to its end, and comes back neither by going back nor after a kill', async ({
  browser,
}) => {
  const customer = await atForm(browser)
  const { context, page, say } = customer
  const email = 'moitie@exemple.fr'
  await expect(page.getByText(say('sending.unfinished'))).toHaveCount(0)
  await fillCustomer({ page }, email)
  await page.getByRole('button', { name: say('form.next') }).click()
  await page.route('**/api/buybacks', (route) => route.abort())
  await confirm(customer).click()
  await expect(page.getByText(say('sending.interrupted'))).toBeVisible()
  await page.unroute('**/api/buybacks')
  await page.reload()
  await page.waitForURL('**/cart/customer-informations')
  await expect(page.getByText(say('sending.unfinished'))).toBeVisible()
  await expectSoundScreen(page, 'half sent')
  await page.locator('#iban').fill(iban)
  await page.locator('#clientNationalIdentification').fill(identity)
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(confirm(customer)).toBeVisible()
  const onDisk = await page.evaluate(() => ({ ...localStorage }))
  await confirm(customer).click()
  await page.waitForURL('**/buyback/confirmation?**')
  expect(await countSold(server().owner, email)).toBe(1)
  // Back leads to a step of the sale or to where it was cut off, as the browser counts its pages; each says that it is
  // sold by now (CART-17).
  await page.goBack()
  await page.waitForURL(/\/cart\/[^?]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('confirmation.title_one'))
  await expectSoundScreen(page, 'back from the confirmation')
  // Browsers write local storage to the disk up to a minute late: a kill leaves what was there before.
  await page.evaluate((kept) => {
    localStorage.clear()
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value as string)
  }, onDisk)
  const again = await context.newPage()
  await page.close()
  await openPage(again, '/cart/order-summary')
  await expect(again.getByText(say('empty.title'))).toBeVisible()
  expect(await again.evaluate(() => localStorage.getItem('cart') ?? '')).not.toContain('inCartId')
  expect(await countSold(server().owner, email)).toBe(1)
  await context.close()
})
