import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { draw, fillCustomer, numbersOn, phoneGtin, phoneWithGtin } from '#tests/support/counter-sale.ts'
import { answerDiag, startCounterTablet } from '#tests/support/counter-tablet.ts'
import { moveOn } from '#tests/support/follow-story.ts'
import type { Handheld } from '#tests/support/handheld.ts'
import { takePicture, takePictures } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { signIn, sizes } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const counter = readTexts('fr-FR', 'counter')
const buybacks = readTexts('fr-FR', 'buybacks')
const payments = readTexts('fr-FR', 'payments')
let app: AppServer

prepareApp(600, (started) => (app = started))

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

/** A tablet on which a phone is sold up to the hand-over, paid as it is told. */
async function handOver(payment: string): Promise<{ handheld: Handheld; page: Page }> {
  const { handheld, page } = await startCounterTablet(app.url, 'store_manager')
  await typeAsScanner(page, phoneGtin)
  await page.waitForURL('**/diag/**')
  await answerDiag(page, { payment })
  await typeAsScanner(page, 'RPR:CONFIRM')
  await fillCustomer(page)
  await page.getByRole('button', { name: counter('summary.turn') }).click()
  await expect(page.getByRole('heading', { level: 2, name: counter('hand.title') })).toBeVisible()
  return { handheld, page }
}

test('a customer is paid by gift card: told before the signature and after, and handed out once the product is accepted', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  await phoneWithGtin(app)
  const label = await labelOf('gift_card')
  const words = `${label} · ${counter('hand.payment.gift_card')}`
  const { handheld, page } = await handOver(label)
  try {
    await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
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
    await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
    await expect(page.getByText(counter('sales.state.confirmed'), { exact: true })).toBeVisible({ timeout: 30_000 })
    await expectSoundScreen(page, 'confirmation with a gift card')
    await takePicture(page, 'counter-confirmation.png')

    const [number] = await numbersOn(page)
    const { rows } = await app.owner.query<{ accountId: string; buybackId: string; itemId: string }>(
      `update buyback b set settled_at = now(), validated_price_cents = declared_price_cents,
         validated_grade = declared_grade
       from item i where i.account_id = b.account_id and i.buyback_id = b.id and b.identification_number = $1
       returning b.account_id as "accountId", b.id as "buybackId", i.id as "itemId"`,
      [number],
    )
    const sold = rows[0]!
    await page.goto(`/buyback/${sold.buybackId}`)
    await expect(page.getByText(label).first()).toBeVisible()
    const voucher = page.getByRole('heading', { name: buybacks('detail.voucher') })
    await expect(voucher).toBeHidden()
    await moveOn(app, sold, { item: 'item_completed', buyback: 'bb_completed', stock: 'to_refurbish' })
    const issued = async () =>
      (
        await app.owner.query<{ code: string }>(
          'select v.code from voucher v join payment p on p.id = v.payment_id where p.buyback_id = $1',
          [sold.buybackId],
        )
      ).rows
    await expect.poll(async () => (await issued()).length, { timeout: 60_000 }).toBe(1)
    const code = groupCode((await issued())[0]!.code)
    await page.reload()
    await expect(voucher).toBeVisible()
    await expect(page.getByText(code, { exact: true })).toBeVisible()
    await expect(page.getByText(payments('voucherType.gift_card'), { exact: true }).first()).toBeVisible()
    await takePictures(page, 'counter-office', { sizes })

    // Who hands nothing out sees the buyback, and nothing to spend.
    const context = await browser.newContext({ baseURL: app.url, viewport: sizes.desk })
    const reader = await context.newPage()
    await signIn(reader, 'root_management_unit_analyst', `/buyback/${sold.buybackId}`)
    await expect(reader.getByText(label).first()).toBeVisible()
    await expect(reader.getByRole('heading', { name: buybacks('detail.voucher') })).toBeHidden()
    await context.close()
  } finally {
    await handheld.close()
  }
})

test('of a transfer without an IBAN the customer is told what the retailer does, and asked for no account', async () => {
  test.setTimeout(120_000)
  await phoneWithGtin(app)
  const label = await labelOf('no_iban_transfer')
  const { handheld, page } = await handOver(label)
  try {
    const words = `${label} · ${counter('hand.payment.no_iban_transfer')}`
    await expect(page.getByRole('listitem').filter({ hasText: words })).toHaveCount(1)
    await takePicture(page, 'counter-hand-over-no-iban.png')
  } finally {
    await handheld.close()
  }
})
