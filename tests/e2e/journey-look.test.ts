import { expect, test, type Page } from 'playwright/test'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { checkoutWords } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'

const { phone, tablet, desk } = officeSizes
let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(() => server.close())

// The site changes its layout at 992 px.
for (const { name, viewport, seen } of [
  { name: 'a phone and a tablet', viewport: phone, seen: { phone, tablet } },
  { name: 'a desk', viewport: desk, seen: { desk } },
])
  test(`the public screens are sound on ${name}`, async ({ browser }) => {
    const { context, page, text } = await visitSite(browser, server.url, { viewport })
    const look = async (screen: string): Promise<void> => {
      await takePictures(page, `journey-${screen}`, { sizes: seen, inView: true })
      await page.setViewportSize(viewport)
    }
    for (const [screen, path] of [
      ['home', '/home'],
      ['search', '/buyback/search'],
      ['results', '/buyback/search/products?query=iphone'],
      ['categories', '/buyback/search/categories'],
      ['stores', '/available-stores'],
      ['category-list', '/buyback/search/category-list'],
      ['no-result', '/buyback/search/products?query=zzzzqqqq'],
      ['legal', '/service-terms'],
      ['zero', '/buyback/zero'],
      ['not-found', '/404'],
      ['not-available', '/not-available'],
    ] as const) {
      await openPage(page, path)
      await look(screen)
    }
    await chooseFirst(page, 'nikon')
    await page.locator('main ul button').first().click()
    await expect(page).toHaveURL(/step=2/)
    await page.mouse.move(0, 0)
    await look('question')
    for (const step of ['transport', 'payment'] as const) {
      await answerUntil(page, text(`options.${step}`))
      await page.mouse.move(0, 0)
      await look(step)
    }
    await answerAll(page, text)
    await look('offer')
    await page.getByRole('button', { name: text('offer.add') }).click()
    await expect(page.getByRole('link', { name: text('cart.checkOut') })).toBeVisible()
    await look('cart')

    await server.owner.query('update organization_root_detail set cart_min_value = 500000')
    await openPage(page, '/cart/customer-informations')
    await expect(page.getByText(checkoutWords('fr-FR')('minimum.add'))).toBeVisible()
    await look('minimum')
    await server.owner.query('update organization_root_detail set cart_min_value = 0')

    await chooseFirst(page, 'iphone')
    await answerUntil(page, text('imei.title'))
    await page.mouse.move(0, 0)
    await look('imei')

    await server.owner.query(`update account set tag_manager_id = 'GTM-TEST'`)
    await openPage(page, '/home')
    await expect(page.getByRole('button', { name: text('consent.accept') })).toBeVisible()
    await look('consent')
    await server.owner.query('update account set tag_manager_id = null')
    await context.close()
  })

for (const width of [360, 320])
  test(`the header keeps a long name and the link to the client’s site within ${width} px (PUB-04)`, async ({
    browser,
  }) => {
    await server.owner.query(
      `update account set name = 'Maison Rivoli et Associés du Nord', external_website_url = 'https://shop.example',
         external_website_text = 'Retour à la boutique en ligne' where name like 'Maison Rivoli%'`,
    )
    const { context, page, text } = await visitSite(browser, server.url, { viewport: { width, height: 640 } })
    await openPage(page, '/home')
    await expectSoundScreen(page, `header at ${width}`)
    await expect(page.getByRole('button', { name: text('cart.open_zero') })).toBeInViewport({ ratio: 1 })
    for (const path of ['/buyback/search', '/home']) {
      await openPage(page, path)
      const back = page.getByRole('banner').getByRole('link', { name: 'Retour à la boutique en ligne' })
      await expect(back).toHaveAttribute('href', 'https://shop.example')
      await back.focus()
      await expect(back).toBeInViewport()
    }
    await context.close()
  })

/** Answers the wizard by its first choices, up to the step of a title. */
async function answerUntil(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  for (let step = 0; step < 30 && (await heading.textContent()) !== title; step++) {
    const before = await heading.textContent()
    await page.locator('main ul button').first().click()
    await expect(heading).not.toHaveText(before ?? '')
  }
  await expect(heading).toHaveText(title)
}
