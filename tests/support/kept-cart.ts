import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from 'playwright/test'
import { newCart, type CartBuyback } from '#domain/cart/cart.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { declareFirst } from './declared-product.ts'
import { checkoutWords, fillCustomer, type CheckoutWords } from './public-checkout.ts'
import { demoLimitMs } from './prepare-app.ts'
import { openPage, visitSite, type Visit } from './public-visit.ts'
import { quietPage } from './quiet-page.ts'

/** A visitor with a cart. */
export interface Customer extends Visit {
  readonly say: CheckoutWords
}

/** The server of a file of tests, and visitors whose cart holds a product of each search. */
export function prepareCart(...queries: readonly string[]) {
  let server: AppServer
  /** What is declared of the products. */
  let declared: readonly CartBuyback[]

  test.beforeAll(async () => {
    test.setTimeout(demoLimitMs)
    server = await startAppServer(50)
    declared = await Promise.all(queries.map(async (query) => (await declareFirst(server, query)).line))
  })
  test.afterAll(() => server.close())

  /** Puts a cart of these products, under ids of its own, into a page's browser. */
  async function putCart(page: Page): Promise<void> {
    const own = {
      ...newCart(randomUUID(), new Date(), { maxNbOfItems: 200, minimumCartValue: 0 }),
      cartBuybacks: declared.map((line) => ({ ...line, inCartId: randomUUID() })),
    }
    // From a document of the site that runs no script of its own.
    await page.goto(quietPage)
    await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), own)
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
