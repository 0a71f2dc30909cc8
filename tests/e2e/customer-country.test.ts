import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { answerAll, chooseFirst, openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { checkoutWords, countSold, fillCustomer } from '#tests/support/public-checkout.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'

let server: AppServer
prepareApp(50, (started) => (server = started))

const email = 'namur@exemple.be'

/** Leaves the circuits of these types to customers in France. */
async function onlyInFrance(...types: readonly string[]): Promise<void> {
  await server.owner.query(
    `update circuit set eligible_countries = case when type = any ($1) then array['FR'] else array[]::text[] end`,
    [types],
  )
}

/** Answers every question by its first choice, up to the transport. */
async function answerQuestions(page: Page, text: Visit['text']): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  while ((await heading.textContent()) !== text('options.transport')) {
    const before = await heading.textContent()
    await page.locator('main ul button').first().click()
    await expect(heading).not.toHaveText(before ?? '')
  }
}

test('what is not offered at the customer’s address is said before the end, and left out of what is chosen next', async ({
  browser,
}) => {
  await onlyInFrance('web_drop', 'web_drop_label', 'web_collect')
  const { context, page, text } = await visitSite(browser, server.url)
  const say = checkoutWords('fr-FR')
  const circuit = (type: string) => page.locator('main ul button').filter({ hasText: text(`options.circuit.${type}`) })
  const heading = page.getByRole('heading', { level: 1 })

  // Without an address everything is offered.
  await chooseFirst(page, 'nikon')
  await answerQuestions(page, text)
  await circuit('web_collect').click()
  await expect(heading).not.toHaveText(text('options.transport'))
  await answerAll(page, text)
  await page.getByRole('button', { name: text('offer.add') }).click()
  await expect(page.getByRole('dialog', { name: text('cart.title') })).toBeVisible()

  // The address is in another country.
  await openPage(page, '/cart/customer-informations')
  await fillCustomer({ page }, email)
  await page.locator('#clientCountry').selectOption('BE')
  await page.locator('#clientZipCode').fill('5000')
  await page.locator('#clientPhone').fill('+32 470 12 34 56')
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(heading).toHaveText(say('summary.title'))
  await expect(page.getByText(say('refused.BUYBACK_CIRCUIT_NOT_AVAILABLE'))).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(say('summary.otherWay_one'))
  await expect(page.getByRole('button', { name: say('summary.confirm') })).toHaveCount(0)
  await expectSoundScreen(page, 'a summary with an option that is not offered there')

  // What is left is asked again, and comes back to the summary.
  await page.getByRole('button', { name: say('summary.chooseAgain') }).click()
  await page.waitForURL('**/buyback/create/**')
  await expect(heading).toHaveText(text('options.transport'))
  await expect(page.locator('main ul button')).toHaveCount(1)
  await expect(page.getByText(text('options.forCountry').replace('{{country}}', 'Belgique'))).toBeVisible()
  await circuit('web_post').click()
  await expect(heading).not.toHaveText(text('options.transport'))
  await answerAll(page, text, 'offer.update')
  await page.getByRole('button', { name: text('offer.update') }).click()
  await page.waitForURL('**/cart/order-summary')
  await expect(page.getByText(say('refused.BUYBACK_CIRCUIT_NOT_AVAILABLE'))).toHaveCount(0)
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await page.waitForURL('**/buyback/confirmation?**')
  expect(await countSold(server.owner, email)).toBe(1)
  await context.close()
})
