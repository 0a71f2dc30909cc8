import { expect, test, type Browser } from 'playwright/test'
import { languages } from '#domain/kernel/languages.ts'
import { createFormat } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { moveOn, proposeLess, sellByPost } from '#tests/support/tracking-story.ts'
import { lookAt, visitOnPhone } from '#tests/support/phone-visit.ts'
import { openOffer } from '#tests/support/declared-product.ts'
import { arePicturesTaken, keepPaper } from '#tests/support/pictures.ts'
import { openPage } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

const text = readTexts('fr-FR', 'tracking')
const site = readTexts('fr-FR', 'journey')

let server: AppServer
prepareApp(50, (started) => (server = started))

const visit = (browser: Browser) => visitOnPhone(browser, server.url)

/** When the answer to the latest proposal about a product is due. */
async function proposalEnd(itemId: string): Promise<Date> {
  const { rows } = await server.owner.query<{ at: Date }>(
    'select expires_at as at from price_proposal where item_id = $1 order by created_at desc limit 1',
    [itemId],
  )
  return rows[0]!.at
}

/** Keeps the contract and the label of a buyback in each language, which the documentation shows. */
async function keepPapersInEachLanguage(): Promise<void> {
  for (const language of languages) {
    const { trackingToken } = await sellByPost(server, 'nikon', language)
    for (const kind of ['transfer_order', 'shipping_label'])
      await expect(async () => {
        const paper = await fetch(`${server.url}/api/tracking/${trackingToken}/documents/${kind}.pdf`)
        expect(paper.status).toBe(200)
        await keepPaper(`${kind}-${language}`, new Uint8Array(await paper.arrayBuffer()))
      }).toPass({ timeout: 30_000 })
  }
}

test.describe('a kept price', () => {
  test('opens on another phone, holds when prices fall, goes into the cart, and once expired shows today’s beside it', async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    const first = await visit(browser)
    await openOffer(first.page, server, 'nikon')
    const offered = (await first.page.locator('h1 strong').textContent()) ?? ''
    await first.page.getByRole('button', { name: site('offer.lock') }).click()
    await first.page.waitForURL('**/buyback/quote/q_*')
    await expect(first.page.getByRole('heading', { level: 1 })).toContainText(offered)
    const link = await first.page.getByLabel(text('share.link')).inputValue()
    expect(link).toBe(first.page.url())
    await first.page.getByRole('button', { name: text('share.copy') }).click()
    await expect(first.page.getByRole('button', { name: text('share.copied') })).toBeVisible()
    expect(await first.page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await lookAt(first.page, 'quote')
    await first.context.close()

    await server.owner.query('update product_price set price_cents = greatest(100, price_cents / 2)')
    const { context, page } = await visit(browser)
    const answer = await page.goto(link)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(offered)
    await openPage(page, link)
    await page.getByRole('button', { name: text('quote.add') }).click()
    const panel = page.getByRole('dialog', { name: site('cart.title') })
    await expect(panel.getByText(offered, { exact: true }).first()).toBeVisible()
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as unknown)
    expect(kept).toMatchObject({ cartBuybacks: [{ quoteToken: new URL(link).pathname.split('/').at(-1) }] })
    await page.keyboard.press('Escape')
    await expect(page.getByText(text('quote.inCart'))).toBeVisible()

    await server.owner.query(
      `update quote set created_at = created_at - interval '16 days', expires_at = expires_at - interval '16 days'`,
    )
    await page.evaluate(() => localStorage.clear())
    await openPage(page, link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('quote.expiredTitle'))
    await expect(page.getByText(text('quote.today'))).toBeVisible()
    await lookAt(page, 'quote-expired', [])
    await page.getByRole('button', { name: text('quote.goToday') }).click()
    await page.waitForURL('**/buyback/create/**')
    await expect(page.getByRole('button', { name: site('offer.add') })).toBeVisible()
    await context.close()
    await server.owner.query('update product_price set price_cents = price_cents * 2')
  })
})

test.describe('the tracking page', () => {
  test('shows where a buyback stands, from the parcel to the voucher', async ({ browser }) => {
    test.setTimeout(240_000)
    const sold = await sellByPost(server, 'nikon')
    const { context, page } = await visit(browser)
    const answer = await page.goto(`/buyback/tracking/${sold.trackingToken}`)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(page).toHaveTitle(new RegExp(`^${text('documentTitle.tracking')} – `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('tracking.state.to_send'))
    await expect(page.getByRole('heading', { name: text('tracking.steps') })).toBeVisible()
    const order = page.getByRole('link', { name: text('tracking.document.transfer_order') })
    await expect(async () => {
      await page.reload()
      await expect(order).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    const paper = await context.request.get((await order.getAttribute('href')) ?? '')
    expect(paper.headers()['content-type']).toBe('application/pdf')
    await lookAt(page, 'tracking', [])

    await moveOn(server, sold, {
      item: 'item_awaiting_compliancy_tests',
      buyback: 'bb_in_processing',
      stock: 'awaiting_control',
    })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('tracking.state.received'))
    await expect(page.locator('ol [aria-current=step]')).toContainText(text('tracking.stage.checked'))
    await server.owner.query(
      `update buyback set settled_at = now(), validated_price_cents = declared_price_cents,
         validated_grade = declared_grade where id = $1`,
      [sold.buybackId],
    )
    await moveOn(server, sold, { item: 'item_completed', buyback: 'bb_completed', stock: 'to_refurbish' })
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(text('tracking.code'), { exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('tracking.state.paid'))
    const today = createFormat('fr-FR', 'EUR', 'Europe/Paris').date(new Date(), new Date(0))
    await expect(page.locator('ol li[data-state=done] time').last()).toHaveText(today)
    await lookAt(page, 'tracking-paid')
    expect(await page.evaluate(() => document.documentElement.textContent)).not.toMatch(/Martin|Anna|Lilas/)

    // A link that was cut or made up is said to be none.
    const quote = await context.request.get(`/buyback/quote/q_${'A'.repeat(43)}`)
    expect([quote.status(), await quote.text()]).toEqual([404, expect.stringContaining(text('invalid.quote'))])
    expect((await page.goto('/buyback/tracking/t_cut'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('invalid.tracking'))
    await lookAt(page, 'tracking-invalid', [])
    if (arePicturesTaken) await keepPapersInEachLanguage()
    await context.close()
  })
})

test('a price proposal shows why the price fell, is accepted once, and says so in another tab and when opened again (BB-38)', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const sold = await sellByPost(server, 'nikon')
  const token = await proposeLess(server, sold)
  const { context, page } = await visit(browser)
  const path = `/buyback/${sold.buybackId}/accept?token=${token}`
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: text('proposal.why') })).toBeVisible()
  const photos = page.locator('main img[src*="/photos/"]')
  await expect(photos).toHaveCount(2)
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(640)
  }
  await expect(page.getByText(text('proposal.free'), { exact: true })).toBeVisible()
  await expect(page.getByText(text('proposal.freeText'))).toBeVisible()
  const deadline = createFormat('fr-FR', 'EUR', 'Europe/Paris').longDate(await proposalEnd(sold.itemId))
  await expect(
    page.getByRole('heading', { name: text('proposal.deadline').replace('{{day}}', deadline), exact: true }),
  ).toBeVisible()
  await lookAt(page, 'proposal')
  await page
    .getByRole('button', { name: new RegExp(text('proposal.enlarge')) })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectSoundScreen(page, 'large photo')
  await page.keyboard.press('Escape')
  const { rows } = await server.owner.query<{ cents: number }>(
    'select price_cents as cents from price_proposal where item_id = $1',
    [sold.itemId],
  )
  const other = await context.newPage()
  await openPage(other, path)
  await page.getByRole('button', { name: text('proposal.accept').replace('{{price}}', '').trim() }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectSoundScreen(page, 'accepting asked')
  await dialog.getByRole('button', { name: text('proposal.acceptConfirm') }).click()
  await expect(page.getByRole('alert')).toContainText(text('proposal.state.accepted'))
  const buyback = await server.owner.query<{ status: string; cents: number | null }>(
    'select status, validated_price_cents as cents from buyback where id = $1',
    [sold.buybackId],
  )
  expect(buyback.rows[0]).toEqual({ status: 'bb_completed_with_negociation', cents: rows[0]!.cents })
  // Another tab does not know it yet; a refusal tells.
  await other.getByRole('button', { name: text('proposal.decline') }).click()
  await other
    .getByRole('dialog')
    .getByRole('button', { name: text('proposal.decline') })
    .click()
  await expect(other.getByText(text('proposal.state.accepted'))).toBeVisible()
  await expect(other.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
  await other.close()
  await page.getByRole('banner').getByRole('link').first().click()
  await page.waitForURL('**/home')
  await page.goBack()
  await expect(page.getByText(text('proposal.state.accepted'))).toBeVisible()
  await expect(page.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
  await openPage(page, `/buyback/${sold.buybackId}/reject?token=${token}`)
  await expect(page.getByText(text('proposal.state.accepted'))).toBeVisible()
  await expect(page.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
  await expect(photos).toHaveCount(2)
  await lookAt(page, 'proposal-accepted', [])
  await page.goto(`/buyback/tracking/${sold.trackingToken}`)
  // A gift card is issued by a job of its own, which may have been faster.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^(${['to_pay', 'paying', 'paid'].map((state) => text(`tracking.state.${state}`)).join('|')})$`),
  )
  await context.close()
})
