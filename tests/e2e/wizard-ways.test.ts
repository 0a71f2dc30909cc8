import { expect, test, type Page } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

/** Path of the wizard of the first product of a search. */
async function wizardOf(page: Page, query: string): Promise<string> {
  await openPage(page, `/buyback/search/products?query=${query}`)
  return new URL((await page.locator('main a[href*="/buyback/create/"]').first().getAttribute('href'))!, server.url)
    .pathname
}

test.describe('the address of the wizard', () => {
  const category = '/buyback/search/products?category='
  for (const [name, query, kept, wayBack, end] of [
    [
      'leads back to where the visitor came from, with the cart open',
      'fromPath=/available-stores&goToCartFromOtherRoute=true',
      '/available-stores',
      '/available-stores',
      '/available-stores',
    ],
    [
      'leads home where the cart is not asked for elsewhere',
      'fromPath=/available-stores',
      '/available-stores',
      '/available-stores',
      '/home',
    ],
    ['leads to the category and home where it says nothing', '', null, category, '/home'],
    [
      'never leads to another site',
      'fromPath=https://elsewhere.example/x&goToCartFromOtherRoute=true',
      null,
      category,
      '/home',
    ],
  ] as const)
    test(name, async ({ browser }) => {
      const { context, page, text } = await visitSite(browser, server.url)
      await openPage(page, `${await wizardOf(page, 'nikon')}?${query}`)
      const link = page.getByRole('link', { name: text('wizard.otherProduct') })
      expect((await link.getAttribute('href'))?.startsWith(wayBack)).toBe(true)
      await page.locator('main ul button').first().click()
      await expect(page).toHaveURL(/step=2/)
      expect(new URL(page.url()).searchParams.get('fromPath')).toBe(kept)
      await answerAll(page, text)
      await page.getByRole('button', { name: text('offer.add') }).click()
      await page.waitForURL(`${server.url}${end}`)
      await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()
      await context.close()
    })
})

/** Lines of a price as they are read: what, and how much; blanks of the language's money as plain ones. */
async function linesOf(page: Page): Promise<readonly (readonly [string, string])[]> {
  const rows = await page
    .locator('main dl > div')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  return rows.map(([what = '', much = '']) => [what, much.replaceAll(/\s/g, ' ')] as const)
}

test('each line of the price says its number, from the first answer to the offer, and every step is sound', async ({
  browser,
}) => {
  await server.owner.query(
    `update product_price r set price_cents = case r.grade when 'grade_a' then 40000 when 'grade_b' then 30000
       when 'grade_c' then 20000 else 10000 end
     from product p where p.account_id = r.account_id and p.id = r.product_id and p.brand = 'Nikon'`,
  )
  const { context, page, text } = await visitSite(browser, server.url)
  await chooseFirst(page, 'D7500')
  const now = page.locator('aside strong').first()
  const heading = page.getByRole('heading', { level: 1 })
  const answer = async (name: string, price?: string) => {
    const before = await heading.textContent()
    await page.locator('main ul button').filter({ hasText: name }).first().click()
    await expect(heading).not.toHaveText(before ?? '')
    if (price !== undefined) await expect(now).toHaveText(new RegExp(`^${price.replaceAll(' ', String.raw`\s`)}$`))
  }
  await expect(now).toHaveText(/^400,00\s€$/)
  await expectSoundScreen(page, 'first question')
  await answer('Oui, tout fonctionne', '400,00 €')
  await answer('Usure marquée', '200,00 €')
  const question = await heading.textContent()
  await page.getByRole('button', { name: text('wizard.back') }).click()
  await expect(heading).not.toHaveText(question ?? '')
  await answer('À réparer', '80,00 €')
  await answer('Moins de 20 000', '80,00 €')
  await answer('Tous, avec la boîte', '85,00 €')
  const answers = [
    [text('grade.grade_d'), '100,00 €'],
    ['À réparer', '-20,00 €'],
    ['Tous, avec la boîte', '+5,00 €'],
  ] as const
  await page.locator('aside summary').click()
  expect(await linesOf(page)).toEqual([...answers, [text('price.soFar'), '85,00 €']])

  await expect(heading).toHaveText(text('options.transport'))
  await expect(page.locator('main ul button').filter({ hasText: text('options.circuit.web_collect') })).toBeVisible()
  await expectSoundScreen(page, 'transport')
  await answer(text('options.circuit.web_collect'), '80,00 €')
  await expect(heading).toHaveText(text('options.payment'))
  await expectSoundScreen(page, 'payment')
  await expect(page.locator('main ul button').filter({ hasText: 'Carte cadeau' })).toContainText(/\+8,50\s€/)
  await answer('Carte cadeau')
  await expect(heading.locator('strong')).toHaveText(/^88,50\s€$/)
  const offer = [
    ...answers,
    ['En ligne, enlèvement à domicile', '-5,00 €'],
    ['Carte cadeau', '+8,50 €'],
    [text('price.total'), '88,50 €'],
  ]
  expect(await linesOf(page)).toEqual(offer)
  await expectSoundScreen(page, 'offer')
  await context.close()
})

test('a circuit with two ways of shipping asks which, with what each costs', async ({ browser }) => {
  await server.owner.query(
    `insert into circuit_shipping_method (account_id, circuit_id, shipping_method_id)
     select c.account_id, c.id, s.id from circuit c join shipping_method s on s.account_id = c.account_id
     join user_account u on u.account_id = c.account_id and u.email = 'admin@demo.example'
     where c.type = 'web_collect' and s.type = 'web_post' on conflict do nothing`,
  )
  const { context, page, text } = await visitSite(browser, server.url)
  await chooseFirst(page, 'nikon')
  const heading = page.getByRole('heading', { level: 1 })
  for (let step = 0; step < 10 && (await heading.textContent()) !== text('options.transport'); step++) {
    const before = await heading.textContent()
    await page.locator('main ul button').first().click()
    await expect(heading).not.toHaveText(before ?? '')
  }
  await page
    .locator('main ul button')
    .filter({ hasText: text('options.circuit.web_collect') })
    .click()
  await expect(heading).toHaveText(text('options.shipping'))
  const ways = page.locator('main ul button')
  await expect(ways).toHaveCount(2)
  await expect(ways.filter({ hasText: 'En ligne, enlèvement à domicile' })).toContainText(/-5,00\s€/)
  await expect(ways.filter({ hasText: 'En ligne, envoi postal' })).not.toContainText('€')
  await expectSoundScreen(page, 'shipping')
  await ways.filter({ hasText: 'En ligne, envoi postal' }).click()
  await expect(heading).toHaveText(text('options.payment'))
  await context.close()
})
