import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from 'playwright/test'
import { startAppServer, type AppServer } from './app-server.ts'
import { checkoutWords, fillCustomer, type CheckoutWords } from './public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite, type Visit } from './public-visit.ts'

/** A visitor with a cart. */
export interface Customer extends Visit {
  readonly say: CheckoutWords
}

/** The server of a file of tests, and visitors whose cart holds a product of each search. */
export function prepareCart(...queries: readonly string[]) {
  let server: AppServer
  /** Such a cart as a browser keeps it. */
  let storedCart: string

  test.beforeAll(async ({ browser }) => {
    server = await startAppServer(50)
    const { context, page, text } = await visitSite(browser, server.url)
    for (const query of queries) {
      await chooseFirst(page, query)
      await answerAll(page, text)
      await page.getByRole('button', { name: text('offer.add') }).click()
      await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
    }
    storedCart = await page.evaluate(() => localStorage.getItem('cart') ?? '')
    await context.close()
  })
  test.afterAll(() => server.close())

  /** Puts a cart of these products, under ids of its own, into a page's browser. */
  async function putCart(page: Page): Promise<void> {
    const cart = JSON.parse(storedCart) as { cartId: string; cartBuybacks: { inCartId: string }[] }
    const own = { ...cart, cartId: randomUUID() }
    own.cartBuybacks = cart.cartBuybacks.map((line) => ({ ...line, inCartId: randomUUID() }))
    // From a document of the site that runs no script of its own.
    await page.goto('/app.webmanifest')
    await page.evaluate((lines) => {
      localStorage.setItem('cart', JSON.stringify({ ...lines, storedAt: new Date().toISOString() }))
    }, own)
  }

  /** A visitor whose cart holds these products, at no page of the site yet. */
  async function withCart(
    browser: Parameters<typeof visitSite>[0],
    options: Parameters<typeof visitSite>[2] = {},
  ): Promise<Customer> {
    const visit = await visitSite(browser, server.url, options)
    await putCart(visit.page)
    return { ...visit, say: checkoutWords(options.locale ?? 'fr-FR') }
  }

  return { server: () => server, withCart, putCart }
}

/** The same with three products. */
export const prepareThreeProducts = () => prepareCart('iphone', 'samsung', 'nikon')

/** Goes on to the summary, with the customer's facts filled in. */
export async function toSummary(customer: Customer, email?: string): Promise<void> {
  await openPage(customer.page, '/cart/customer-informations')
  await fillCustomer(customer, email)
  await customer.page.getByRole('button', { name: customer.say('form.next') }).click()
  await expect(customer.page.getByRole('heading', { name: customer.say('summary.title') })).toBeVisible()
}

/** The button that sells. */
export const confirm = ({ page, say }: Customer) => page.getByRole('button', { name: say('summary.confirm') })

/** Waits for the confirmation of so many products; answers the ids of their buybacks. */
export async function expectSold({ page, say }: Customer, count: number): Promise<readonly string[]> {
  await page.waitForURL('**/buyback/confirmation?**')
  const title = count === 1 ? say('confirmation.title_one') : say('confirmation.title_other', { count })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  return new URL(page.url()).searchParams.getAll('ids')
}
