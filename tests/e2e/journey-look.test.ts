import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { navigateOnSite } from '#tests/support/go-within.ts'
import { checkoutWords } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'
import { expectSoundScreen, layoutScope } from '#tests/support/screen-audit.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'

const { phone, tablet, desk } = officeSizes
/** Screens that a desk lays out in another way, or shows other elements on; the others need only fit there. */
const differsOnDesk: ReadonlySet<string> = new Set(['home', 'search', 'results', 'offer', 'cart', 'stores'])
let server: AppServer

prepareApp(50, (started) => (server = started))

test('the public screens are sound on a phone, a tablet and a desk', async ({ browser }) => {
  test.setTimeout(300_000)
  const { context, page, text } = await visitSite(browser, server.url, { viewport: phone })
  const look = async (screen: string): Promise<void> => {
    const audited = differsOnDesk.has(screen) ? ['phone', 'desk'] : ['phone']
    await takePictures(page, `journey-${screen}`, {
      sizes: { phone, tablet, desk },
      inView: true,
      audited,
      fitting: ['tablet', 'desk'],
    })
    await page.setViewportSize(phone)
  }
  const show = async (go: typeof openPage, screens: readonly (readonly [name: string, path: string])[]) => {
    for (const [screen, path] of screens) {
      await go(page, path)
      await expect(page.locator(':is(h1, h2):visible').first()).toBeVisible()
      await look(screen)
    }
  }
  await show(openPage, [['home', '/home']])
  await show(navigateOnSite, [
    ['search', '/buyback/search'],
    ['results', '/buyback/search/products?query=iphone'],
    ['categories', '/buyback/search/categories'],
    ['stores', '/available-stores'],
    ['category-list', '/buyback/search/category-list'],
    ['no-result', '/buyback/search/products?query=zzzzqqqq'],
    ['legal', '/service-terms'],
    ['cookies', '/cookies-policy'],
    ['faq', '/faq-and-contact'],
    ['zero', '/buyback/zero'],
    ['not-found', '/404'],
    ['not-available', '/not-available'],
  ])
  // Private pages come as documents of their own.
  await show(openPage, [
    ['no-proposal', '/buyback/0197a3b0-0000-7000-8000-000000000001/accept?token=unknown'],
    ['empty-cart', '/cart/order-summary'],
    ['no-confirmation', '/buyback/confirmation?ids=0197a3b0-0000-7000-8000-000000000001'],
  ])
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
  await page.getByLabel(text('imei.label')).fill('490154203237517')
  await page.getByRole('button', { name: text('wizard.next') }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectSoundScreen(page, 'a doubtful IMEI')

  await navigateOnSite(page, '/buyback/search/products')
  await page.route('**/api/public/products?**', (route) => route.abort())
  await page.getByRole('link', { name: text('results.next') }).click()
  // It is tried five times more before.
  await expect(page.getByRole('alert')).toContainText(text('failed.title'), { timeout: 40_000 })
  await expectSoundScreen(page, 'results that cannot be reached')
  await page.unroute('**/api/public/products?**')

  await server.owner.query(`update account set tag_manager_id = 'GTM-TEST'`)
  await openPage(page, '/home')
  await expect(page.getByRole('button', { name: text('consent.accept') })).toBeVisible()
  await look('consent')
  await server.owner.query('update account set tag_manager_id = null')
  await context.close()
})

test('the header keeps a long name and the link to the client’s site within 360 and 320 px (PUB-04)', async ({
  browser,
}) => {
  await server.owner.query(
    `update account set name = 'Maison Rivoli et Associés du Nord', external_website_url = 'https://shop.example',
       external_website_text = 'Retour à la boutique en ligne' where name like 'Maison Rivoli%'`,
  )
  const { context, page, text } = await visitSite(browser, server.url)
  for (const path of ['/buyback/search', '/home']) {
    await openPage(page, path)
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const back = page.getByRole('banner').getByRole('link', { name: 'Retour à la boutique en ligne' })
      await expect(back).toHaveAttribute('href', 'https://shop.example')
      await back.focus()
      await expect(back).toBeInViewport()
      await expect(page.getByRole('button', { name: text('cart.open_zero') })).toBeInViewport({ ratio: 1 })
      if (path === '/home') await expectSoundScreen(page, `header at ${width}`, layoutScope)
    }
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
