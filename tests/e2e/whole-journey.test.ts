import { expect, test } from 'playwright/test'
import { createFormat } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { checkoutWords, countSold, fillCustomer } from '#tests/support/public-checkout.ts'
import { answerAll, chooseFirst, openPage, visitSite } from '#tests/support/public-visit.ts'

let server: AppServer

prepareApp(50, (started) => (server = started))

const cents = (text: string): number =>
  Math.round(
    Number(
      text
        .replace(/[^\d,.-]/g, '')
        .replace(/\.(?=\d{3})/g, '')
        .replace(',', '.'),
    ) * 100,
  )

// Sizes and the other language are those of `journey-look` and of the screens' own tests.
test('three products go from the search to their confirmation, in German on a phone (PUB-01, PUB-13)', async ({
  browser,
}) => {
  const locale = 'de-DE'
  const { context, page, text, problems } = await visitSite(browser, server.url, { locale })
  const say = checkoutWords(locale)
  const money = createFormat(locale, 'EUR', 'Europe/Paris').money
  const email = 'ganzer.weg@exemple.fr'
  let total = 0
  await openPage(page, '/home')
  await page.getByLabel(text('search.label')).first().fill('iphone')
  await page.getByRole('button', { name: text('search.submit'), exact: true }).click()
  await page.waitForURL('**/buyback/search/products?query=iphone')
  await page.locator('main a[href*="/buyback/create/"]').first().click()
  for (const [at, query] of ['iphone', 'samsung', 'nikon'].entries()) {
    if (at > 0) await chooseFirst(page, query)
    await answerAll(page, text)
    const offer = await page.locator('h1 strong').textContent()
    total += cents(offer ?? '')
    await page.getByRole('button', { name: text('offer.add') }).click()
    const panel = page.getByRole('dialog', { name: text('cart.title') })
    await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(at + 1)
    await expect(panel.getByText(money(total), { exact: true }).last()).toBeVisible()
    if (at < 2) await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await page.waitForURL('**/cart/customer-informations')
  await fillCustomer({ page }, email)
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(money(total))
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(3)
  await expect(page.getByText(money(total)).first()).toBeVisible()
  expect(await countSold(server.owner, email)).toBe(3)
  expect(problems).toEqual([])
  await context.close()
})
