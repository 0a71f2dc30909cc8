import { expect, test } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import {
  draw,
  fillCustomer,
  numbersOn,
  otherGtin,
  otherWithGtin,
  phoneGtin,
  phoneWithGtin,
} from '#tests/support/counter-sale.ts'
import { answerDiag, startCounterTablet } from '#tests/support/counter-tablet.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

const counter = readTexts('fr-FR', 'counter')
let app: AppServer

prepareApp(600, (started) => (app = started))

/** What the server has of buybacks by their numbers. */
const soldWith = async (numbers: readonly string[]) =>
  (
    await app.owner.query<{ number: string; customer: string; status: string; cents: number; label: string }>(
      `select b.identification_number as number, b.customer_id as customer, b.status, b.declared_price_cents as cents,
         p.label
       from buyback b join product p on p.account_id = b.account_id and p.id = b.product_id
       where b.identification_number = any ($1::text[])`,
      [numbers],
    )
  ).rows

test('two products of one customer are sold by one signature, each as a buyback with a number of its own', async () => {
  test.setTimeout(180_000)
  const labels = [await phoneWithGtin(app), await otherWithGtin(app)]
  const { handheld, page } = await startCounterTablet(app.url, 'store_manager')
  try {
    await typeAsScanner(page, phoneGtin)
    await page.waitForURL('**/diag/**')
    await answerDiag(page)
    await page.getByRole('button', { name: counter('offer.another') }).dblclick()
    await page.waitForURL('**/buyback/create')
    await expect(page.getByRole('button', { name: 'Panier, 1 reprise' })).toBeVisible()
    await typeAsScanner(page, otherGtin)
    await page.waitForURL('**/diag/**')
    await answerDiag(page)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await fillCustomer(page)
    const products = page.getByRole('region', { name: counter('summary.products') })
    for (const label of labels) await expect(products.getByText(label)).toBeVisible()
    await expect(products.getByRole('link', { name: counter('offer.another') })).toBeVisible()
    await expectSoundScreen(page, 'summary of two products')
    await takePicture(page, 'counter-several-summary.png', { fullPage: true })
    await page.getByRole('button', { name: counter('summary.turn') }).click()
    await page.getByRole('checkbox').check()
    await draw(page)
    await page.getByRole('button', { name: counter('hand.sell') }).click()
    await page.waitForURL('**/buyback-confirmation?ids=*')
    await expect(page.getByText(counter('sales.state.confirmed'), { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(
      page.getByRole('heading', { name: counter('done.done_other').replace('{{count}}', '2') }),
    ).toBeVisible()
    const numbers = await numbersOn(page)
    expect(new Set(numbers).size).toBe(2)
    const receipt = page.getByRole('complementary', { name: counter('done.receipt') })
    for (const number of numbers) await expect(receipt).toContainText(groupCode(number))
    await expectSoundScreen(page, 'confirmation of two products')
    await takePicture(page, 'counter-several-confirmation.png', { fullPage: true })
    const sold = await soldWith(numbers)
    expect(sold.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
    expect(sold.map(({ status }) => status)).toEqual(['bb_awaiting_inventory', 'bb_awaiting_inventory'])
    expect(new Set(sold.map(({ customer }) => customer)).size).toBe(1)
    await page.getByRole('link', { name: counter('done.documents') }).click()
    await page.waitForURL('**/buyback-confirmation-docs?ids=*')
    for (const number of numbers) await expect(page.getByText(groupCode(number)).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Bon de cession (PDF)' })).toHaveCount(2, { timeout: 30_000 })
  } finally {
    await handheld.close()
  }
})
