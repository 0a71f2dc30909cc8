import { expect, test } from 'playwright/test'
import { luhnDigit } from '#domain/kernel/check-digit.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { answerDiag, startCounterTablet } from '#tests/support/counter-tablet.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const counter = readTexts('fr-FR', 'counter')
const buybacks = readTexts('fr-FR', 'buyback')
const gtin = '0194252707296'
let app: AppServer

prepareApp(600, (started) => (app = started))

/** A product that is taken for no less than a cent, and gives nothing; it has a barcode. */
async function worthless(): Promise<void> {
  await app.owner.query(
    `with chosen as (
       select account_id, id from product where status = 'published' and not simple and not imei_collect
        order by label limit 1),
     priced as (
       update product_price r set price_cents = 0 from chosen c where r.account_id = c.account_id and r.product_id = c.id),
     without_extras as (
       update answer set impact_type = 'none', impact_value = 0, impact_cap_cents = null where impact_value > 0)
     update product p set gtin = $1, buyback_zero_not_allowed = true from chosen c
      where p.account_id = c.account_id and p.id = c.id`,
    [gtin],
  )
}

test('every way to a product and every kind of question about it, at one counter (BB-11, BB-16)', async () => {
  test.setTimeout(240_000)
  await worthless()
  const { handheld, page } = await startCounterTablet(app.url)
  const journey = readTexts('fr-FR', 'journey')
  const look = async (name: string): Promise<void> => {
    await expectSoundScreen(page, name)
    await takePicture(page, `counter-${name}.png`)
  }
  try {
    await test.step('every way to a product, and every kind of question, is sound', async () => {
      await page.getByRole('link', { name: counter('categories.title') }).click()
      await page.waitForURL('**/categories')
      const categories = page.getByRole('main').locator('a[href^="/category/"]')
      await expect.poll(() => categories.count()).toBeGreaterThan(1)
      await look('categories')
      const category = categories.first()
      const name = (await category.textContent()) ?? ''
      await category.click()
      await page.waitForURL('**/category/**')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('main').locator('a[href^="/diag/"]').first()).toBeVisible()
      await look('category')
      await navigateInApp(page, '/results?query=iphone')
      const found = page.getByRole('main').locator('a[href^="/diag/"]')
      await expect(found.filter({ hasText: 'iPhone 13 128' }).first()).toBeVisible()
      await look('results')
      await navigateInApp(page, '/results?query=qwertz')
      await expect(page.getByText(counter('results.none'))).toBeVisible()
      await look('results-none')
      await navigateInApp(page, '/results?query=iphone')
      await found.filter({ hasText: 'iPhone 13 128' }).first().click()
      await page.waitForURL('**/diag/**')
      const seen = new Set<string>()
      await answerDiag(page, {
        onScreen: async (screen) => {
          const [kind = ''] = screen.split(':')
          if (seen.has(kind)) return
          seen.add(kind)
          await look(kind)
        },
      })
      expect([...seen].toSorted()).toEqual(['imei', 'offer', 'payment', 'question', 'transport'])
    })
    await test.step('questions about no product lead to the search, and what is typed there to its results', async () => {
      await navigateInApp(page, '/diag')
      await page.waitForURL((url) => url.pathname === '/search')
      const search = page.getByRole('search').getByRole('textbox', { name: counter('search.label') })
      await expect(search).toBeVisible()
      await search.fill('iphone')
      await search.press('Enter')
      await page.waitForURL((url) => url.pathname === '/results' && url.searchParams.get('query') === 'iphone')
      await expect(page.getByRole('main').locator('a[href^="/diag/"]').first()).toBeVisible()
    })
    await test.step('a product that gives no price leads to what the customer is told, and from there to the next sale', async () => {
      await typeAsScanner(page, gtin)
      await page.waitForURL('**/diag/**')
      await answerDiag(page)
      await expect(page.getByRole('heading', { level: 2, name: counter('offer.refused') })).toBeVisible()
      await look('no-price')
      await page.getByRole('link', { name: counter('offer.tellCustomer') }).click()
      await page.waitForURL('**/buyback-not-eligible')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(buybacks('notEligible.title'))
      await page.getByRole('link', { name: buybacks('notEligible.again') }).click()
      await page.waitForURL('**/buyback/create')
    })
    await test.step('the stores are at hand', async () => {
      await page.getByRole('link', { name: counter('stores.title') }).click()
      await page.waitForURL('**/stores')
      await expect
        .poll(() =>
          page
            .locator('main li')
            .filter({ has: page.locator('strong') })
            .count(),
        )
        .toBeGreaterThan(1)
      await look('stores')
    })
    await test.step('without a network an IMEI of no model warns in its own words, and one of another model in its', async () => {
      await navigateInApp(page, '/results?query=iphone')
      const found = page.getByRole('main').locator('a[href^="/diag/"]').filter({ hasText: 'iPhone 13 128' })
      await expect(found.first()).toBeVisible()
      await handheld.offline(true)
      await found.first().click()
      await page.waitForURL('**/diag/**')
      const question = page.locator('[data-screen]')
      await expect(question).toHaveAttribute('data-screen', 'imei')
      await typeAsScanner(page, '356938035643809')
      await expect(page.getByRole('alert')).toContainText(journey('imei.tacUnknown'))
      await expectSoundScreen(page, 'IMEI of an unknown model at the counter')
      const { rows } = await app.owner.query<{ tac: string }>(
        `select min(t.tac) as tac from product_tac t
         join product p on p.account_id = t.account_id and p.id = t.product_id and p.status = 'published'
         join user_account u on u.account_id = t.account_id and u.email = 'store_seller@demo.example'
         where p.label not like '%iPhone 13 128%'`,
      )
      const body = `${rows[0]!.tac}123456`
      await typeAsScanner(page, `${body}${luhnDigit(body)}`)
      await expect(page.getByRole('alert')).toContainText(journey('imei.otherModel'))
      await typeAsScanner(page, 'RPR:CONFIRM')
      await expect(question).not.toHaveAttribute('data-screen', 'imei')
    })
  } finally {
    await handheld.close()
  }
})
