import { expect, test, type Page } from 'playwright/test'
import { prepareCart } from '#tests/support/kept-cart.ts'
import { checkoutWords, countSold, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'

const { server, putCart } = prepareCart('nikon')

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
    await spoil(page)
    if (spoil === fillStorage) {
      await chooseFirst(page, 'nikon')
      await answerAll(page, text)
      await page.getByRole('button', { name: text('offer.add') }).click()
      const cart = page.getByRole('dialog', { name: text('cart.title') })
      await expect(cart).toBeVisible()
      tokens.clear()
      await cart.getByRole('link', { name: text('cart.checkOut') }).click()
    } else {
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
