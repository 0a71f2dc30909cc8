import { expect, test, type Browser, type Page } from 'playwright/test'
import { confirm, prepareCart, toSummary } from '#tests/support/kept-cart.ts'
import { keepAnswers } from '#tests/support/declared-product.ts'
import { checkoutWords, countSold, fillCustomer, iban, identity } from '#tests/support/public-checkout.ts'
import { openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

const { server, withCart, putCart } = prepareCart('nikon')

/** A visitor with a product in the cart, at the form that asks who sells. */
async function atForm(browser: Browser) {
  const customer = await withCart(browser)
  await openPage(customer.page, '/cart/customer-informations')
  await expect(customer.page.locator('#clientCity')).toBeVisible()
  return customer
}

/** A click that leaves a wrong field counts, and the fault shows after it. */
async function leaveWrongField(page: Page): Promise<void> {
  const terms = page.locator('#termsAccepted')
  await terms.scrollIntoViewIfNeeded()
  await page.locator('#accountHolder').fill('1')
  const box = (await terms.boundingBox())!
  // The upper edge: the words of a fault above are higher than what is left of the box below it.
  await page.mouse.move(box.x + box.width / 2, box.y + 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('#accountHolder-fault')).toHaveCount(0)
  await page.mouse.up()
  await expect(terms).toBeChecked()
  await expect(page.locator('#accountHolder-fault')).toBeVisible()
  await page.locator('#accountHolder').fill('Anna Martin')
}

test('a sale whose page is loaded again comes to its end, and comes back neither by going back nor after a kill', async ({
  browser,
}) => {
  const customer = await atForm(browser)
  const { context, page, say } = customer
  const email = 'moitie@exemple.fr'
  await expect(page.getByText(say('sending.unfinished'))).toHaveCount(0)
  await leaveWrongField(page)
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

const day = 86_400_000

/** Sets the clock of the pages that a browser opens from now on. */
function setClock(page: Page, offMs: number) {
  return page.addInitScript((off) => {
    const Real = Date
    const now = () => Real.now() + off
    window.Date = new Proxy(Real, {
      construct: (target, facts) =>
        facts.length === 0 ? new target(now()) : (Reflect.construct(target, facts) as Date),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
  }, offMs)
}

/** Lets the pages that a browser opens from now on store nothing. */
function fillStorage(page: Page) {
  return page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
}

for (const [name, spoil] of [
  ['whose clock is three days ahead', (page: Page) => setClock(page, 3 * day)],
  ['whose clock is three days behind', (page: Page) => setClock(page, -3 * day)],
  ['whose storage is full', fillStorage],
] as const)
  test(`a phone ${name} sells as one visitor`, async ({ browser }) => {
    const { context, page, text, problems } = await visitSite(browser, server().url)
    const say = checkoutWords('fr-FR')
    const email = `${name.replaceAll(' ', '.')}@exemple.fr`
    const tokens = new Set<string>()
    page.on('request', (request) => {
      const { authorization } = request.headers()
      if (authorization !== undefined) tokens.add(authorization)
    })
    if (spoil === fillStorage) {
      const offer = await keepAnswers(page, server(), 'nikon')
      await spoil(page)
      await openPage(page, offer)
      await page.getByRole('button', { name: text('offer.add') }).click()
      const cart = page.getByRole('dialog', { name: text('cart.title') })
      await expect(cart).toBeVisible()
      tokens.clear()
      await cart.getByRole('link', { name: text('cart.checkOut') }).click()
    } else {
      await spoil(page)
      await putCart(page)
      await openPage(page, '/cart/customer-informations')
    }
    await fillCustomer({ page }, email)
    await page.getByRole('button', { name: say('form.next') }).click()
    await page.getByRole('button', { name: say('summary.confirm') }).click()
    await page.waitForURL('**/buyback/confirmation?**')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('confirmation.title_one'))
    expect(await countSold(server().owner, email)).toBe(1)
    expect(tokens.size).toBe(1)
    expect(problems).toEqual([])
    await context.close()
  })
