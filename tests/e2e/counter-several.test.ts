import { expect, test } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { otherGtin, otherWithGtin, phoneGtin, phoneWithGtin } from '#tests/support/counter-facts.ts'
import { draw, fillCustomer, numbersOn } from '#tests/support/counter-sale.ts'
import { takeContext } from '#tests/support/browser-pool.ts'
import { answerDiag, startCounterTablet } from '#tests/support/counter-tablet.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture, takePictures } from '#tests/support/pictures.ts'
import { moveOn } from '#tests/support/tracking-story.ts'
import { sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'

const counter = readTexts('fr-FR', 'counter')
const buybacks = readTexts('fr-FR', 'buyback')
const payments = readTexts('fr-FR', 'payment')
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

/** The payment mode of a type as the demo names it; every circuit of a store has one of each. */
async function labelOf(type: string): Promise<string> {
  const { rows } = await app.owner.query<{ label: string }>(
    `select m.label from payment_mode m
       join user_account u on u.account_id = m.account_id and u.email = 'store_manager@demo.example'
      where m.type = $1 and m.status = 'active'`,
    [type],
  )
  return rows[0]!.label
}

test('two products of one customer are sold by one signature, each as a buyback with a number of its own, and paid by gift card', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const payment = await labelOf('gift_card')
  const words = `${payment} · ${counter('hand.payment.gift_card')}`
  const labels = [await phoneWithGtin(app), await otherWithGtin(app)]
  const { handheld, page } = await startCounterTablet(app.url, { user: 'store_manager' })
  try {
    await typeAsScanner(page, phoneGtin)
    await page.waitForURL('**/diag/**')
    await answerDiag(page, { payment })
    await page.getByRole('button', { name: counter('offer.another') }).dblclick()
    await page.waitForURL('**/buyback/create')
    await expect(page.getByRole('button', { name: 'Panier, 1 reprise' })).toBeVisible()
    await typeAsScanner(page, otherGtin)
    await page.waitForURL('**/diag/**')
    await answerDiag(page, { payment })
    await typeAsScanner(page, 'RPR:CONFIRM')
    await fillCustomer(page)
    const products = page.getByRole('region', { name: counter('summary.products') })
    for (const label of labels) await expect(products.getByText(label)).toBeVisible()
    await expect(products.getByRole('link', { name: counter('offer.another') })).toBeVisible()
    await expectSoundScreen(page, 'summary of two products')
    await takePicture(page, 'counter-several-summary.png', { fullPage: true })
    await page.getByRole('button', { name: counter('summary.turn') }).click()
    // The customer is told before the signature, and after it, how he is paid.
    await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(2)
    // What scrolls is at most nine tenths of the screen (SHELL-10); the way back stays in sight over it.
    const scrolling = await page
      .locator('[data-scan-ready] > div')
      .last()
      .evaluate((body) => ({
        overflow: getComputedStyle(body).overflowY,
        height: body.getBoundingClientRect().height,
      }))
    expect(scrolling.overflow).toBe('auto')
    expect(scrolling.height).toBeLessThanOrEqual(0.9 * page.viewportSize()!.height)
    await expectSoundScreen(page, 'hand-over with a gift card')
    await takePicture(page, 'counter-hand-over.png')
    await page.getByRole('checkbox').check()
    await draw(page)
    await page.getByRole('button', { name: counter('hand.sell') }).click()
    await page.waitForURL('**/buyback-confirmation?ids=*')
    await expect(page.getByText(counter('sales.state.confirmed'), { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(
      page.getByRole('heading', { name: counter('done.done_other').replace('{{count}}', '2') }),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(2)
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

    // Handed out once the product is accepted.
    const { rows } = await app.owner.query<{ accountId: string; buybackId: string; itemId: string }>(
      `update buyback b set settled_at = now(), validated_price_cents = declared_price_cents,
         validated_grade = declared_grade
       from item i where i.account_id = b.account_id and i.buyback_id = b.id and b.identification_number = $1
       returning b.account_id as "accountId", b.id as "buybackId", i.id as "itemId"`,
      [numbers[0]],
    )
    const first = rows[0]!
    await page.goto(`/buyback/${first.buybackId}`)
    await expect(page.getByText(payment).first()).toBeVisible()
    const voucher = page.getByRole('heading', { name: buybacks('detail.voucher') })
    await expect(voucher).toBeHidden()
    await moveOn(app, first, { item: 'item_completed', buyback: 'bb_completed', stock: 'to_refurbish' })
    const issued = async () =>
      (
        await app.owner.query<{ code: string }>(
          'select v.code from voucher v join payment p on p.id = v.payment_id where p.buyback_id = $1',
          [first.buybackId],
        )
      ).rows
    await expect.poll(async () => (await issued()).length, { timeout: 60_000 }).toBe(1)
    const code = groupCode((await issued())[0]!.code)
    await page.reload()
    await expect(voucher).toBeVisible()
    await expect(page.getByText(code, { exact: true })).toBeVisible()
    await expect(page.getByText(payments('voucherType.gift_card'), { exact: true }).first()).toBeVisible()
    await takePictures(page, 'counter-office', { sizes, audited: ['phone'], fitting: ['tablet', 'desk'] })

    // Who hands nothing out sees the buyback, and nothing to spend.
    const context = await takeContext(browser, { baseURL: app.url, viewport: sizes.desk, serviceWorkers: 'block' })
    const reader = await context.newPage()
    await signIn(reader, 'root_management_unit_analyst', `/buyback/${first.buybackId}`)
    await expect(reader.getByText(payment).first()).toBeVisible()
    await expect(reader.getByRole('heading', { name: buybacks('detail.voucher') })).toBeHidden()
    await context.close()
  } finally {
    await handheld.close()
  }
})
