import { expect, test, type Browser } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import { createFormat } from '#web/lib/format.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { moveOn, proposeLess, sellByPost, signInOffice } from '#tests/support/tracking-story.ts'
import { lookAt, visitOnPhone } from '#tests/support/phone-visit.ts'
import { answerAll, chooseFirst, openPage as open } from '#tests/support/public-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'

const text = readTexts('fr-FR', 'tracking')
const site = readTexts('fr-FR', 'journey')

let server: AppServer

test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(async () => {
  await server.close()
})

const visit = (browser: Browser) => visitOnPhone(browser, server.url)

/** When the answer to the latest proposal about a product is due. */
async function proposalEnd(itemId: string): Promise<Date> {
  const { rows } = await server.owner.query<{ at: Date }>(
    'select expires_at as at from price_proposal where item_id = $1 order by created_at desc limit 1',
    [itemId],
  )
  return rows[0]!.at
}

/** The day that the database has promised the money for, once the job of it has run. */
async function promisedDay(buybackId: string): Promise<string> {
  const read = async () =>
    (
      await server.owner.query<{ day: string | null }>(
        'select promised_payment_on::text as day from buyback where id = $1',
        [buybackId],
      )
    ).rows[0]?.day ?? ''
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  return read()
}

test.describe('a kept price', () => {
  test('opens on another phone, holds when prices fall, and goes into the cart', async ({ browser }) => {
    const first = await visit(browser)
    await chooseFirst(first.page, 'nikon')
    await answerAll(first.page, site)
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
    const second = await visit(browser)
    const answer = await second.page.goto(link)
    expect(answer?.headers()['cache-control']).toBe('private, no-store')
    expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
    await second.page.waitForLoadState('networkidle')
    await expect(second.page.getByRole('heading', { level: 1 })).toContainText(offered)
    await second.page.getByRole('button', { name: text('quote.add') }).click()
    const panel = second.page.getByRole('dialog', { name: site('cart.title') })
    await expect(panel.getByText(offered, { exact: true }).first()).toBeVisible()
    const kept = await second.page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as unknown)
    expect(kept).toMatchObject({ cartBuybacks: [{ quoteToken: new URL(link).pathname.split('/').at(-1) }] })
    await second.page.keyboard.press('Escape')
    await expect(second.page.getByText(text('quote.inCart'))).toBeVisible()
    await second.page.reload()
    await expect(second.page.getByText(text('quote.inCart'))).toBeVisible()
    await second.context.close()
    await server.owner.query('update product_price set price_cents = price_cents * 2')
  })

  test('that has expired shows today’s price beside it, and goes on with it', async ({ browser }) => {
    const { context, page } = await visit(browser)
    await chooseFirst(page, 'nikon')
    await answerAll(page, site)
    await page.getByRole('button', { name: site('offer.lock') }).click()
    await page.waitForURL('**/buyback/quote/q_*')
    await server.owner.query(
      `update quote set created_at = created_at - interval '16 days', expires_at = expires_at - interval '16 days'`,
    )
    await server.owner.query('update product_price set price_cents = price_cents * 4 / 5')
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('quote.expiredTitle'))
    await expect(page.getByText(text('quote.today'))).toBeVisible()
    await lookAt(page, 'quote-expired', ['phone'])
    await page.getByRole('button', { name: text('quote.goToday') }).click()
    await page.waitForURL('**/buyback/create/**')
    await expect(page.getByRole('button', { name: site('offer.add') })).toBeVisible()
    await context.close()
  })
})

test.describe('the tracking page', () => {
  test('shows where a buyback stands, from the parcel to the voucher', async ({ browser }) => {
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
    await lookAt(page, 'tracking', ['phone'])

    await moveOn(server, sold, { item: 'item_in_transit', buyback: 'bb_in_transit', stock: null })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('tracking.state.on_its_way'))
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
    await page.waitForLoadState('networkidle')
    await lookAt(page, 'tracking-paid')
    expect(await page.evaluate(() => document.documentElement.textContent)).not.toMatch(/Martin|Anna|Lilas/)
    await context.close()
  })

  test('says what the carrier has told, the latest first, and by when the money comes', async ({ browser }) => {
    const sold = await sellByPost(server, 'nikon')
    const office = await signInOffice(server)
    for (const [status, hoursAgo, place] of [
      ['DELIVERY_PICKED_UP', 30, 'Lille'],
      ['DELIVERY_IN_TRANSIT', 20, 'Lyon'],
      ['DELIVERY_DELIVERED', 2, null],
    ] as const) {
      const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
      const event = { id: newId(), status, at, place }
      const path = `/api/buybacks/${sold.buybackId}/delivery-events`
      // The parcel is there once a job has made its label; the same event again adds nothing.
      await expect.poll(async () => (await office(path, event)).status, { timeout: 30_000 }).toBe(200)
    }
    // By hand, so that the money is still to come once the buyback is settled.
    await server.owner.query(
      `update buyback b set payment_mode_id = (select m.id from payment_mode m where m.account_id = b.account_id
         and m.type = 'no_iban_transfer'), settled_at = now(),
         validated_price_cents = declared_price_cents, validated_grade = declared_grade where id = $1`,
      [sold.buybackId],
    )
    await moveOn(server, sold, { item: 'item_completed', buyback: 'bb_completed', stock: 'to_refurbish' })
    const { context, page } = await visit(browser)
    await page.goto(`/buyback/tracking/${sold.trackingToken}`)
    const parcel = page.getByRole('region', { name: text('tracking.parcel') })
    const events = parcel.getByRole('listitem')
    await expect(events).toHaveCount(3)
    await expect(events.locator('strong')).toHaveText(
      ['DELIVERED', 'IN_TRANSIT', 'PICKED_UP'].map((status) => text(`tracking.delivery.DELIVERY_${status}`)),
    )
    await expect(events.nth(1)).toContainText('Lyon')
    await expect(events.nth(2)).toContainText('Lille')
    const promisedOn = await promisedDay(sold.buybackId)
    const day = createFormat('fr-FR', 'EUR', 'Europe/Paris').longDate(promisedOn)
    const payment = page.getByRole('region', { name: text('tracking.payment') })
    await expect(async () => {
      await page.reload()
      const due = payment.locator('div').filter({ has: page.getByText(text('tracking.due'), { exact: true }) })
      await expect(due.locator('dd')).toHaveText(day, { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await expectSoundScreen(page, 'tracking with events')
    await context.close()
  })

  test('of a link that was cut or made up says so, as a quote’s does', async ({ browser }) => {
    const { context, page } = await visit(browser)
    for (const [path, title] of [
      [`/buyback/quote/q_${'A'.repeat(43)}`, 'invalid.quote'],
      ['/buyback/tracking/t_cut', 'invalid.tracking'],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(title))
    }
    await lookAt(page, 'tracking-invalid', ['phone'])
    await context.close()
  })
})

test.describe('a price proposal', () => {
  for (const [word, button, confirm] of [
    ['accepted', 'accept', 'acceptConfirm'],
    ['declined', 'decline', 'decline'],
  ] as const) {
    test(`shows why the price fell, is ${word} once, and says so when opened again (BB-38)`, async ({ browser }) => {
      const sold = await sellByPost(server, 'nikon')
      const token = await proposeLess(server, sold)
      const { context, page } = await visit(browser)
      const path = `/buyback/${sold.buybackId}/${word === 'accepted' ? 'accept' : 'reject'}?token=${token}`
      await open(page, path)
      await expect(page.getByRole('heading', { name: text('proposal.why') })).toBeVisible()
      const photos = page.locator('main img[src*="/photos/"]')
      if (word === 'accepted') {
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
      }
      const { rows } = await server.owner.query<{ cents: number }>(
        'select price_cents as cents from price_proposal where item_id = $1',
        [sold.itemId],
      )
      const other = await context.newPage()
      if (word === 'accepted') await open(other, path)
      await page.getByRole('button', { name: text(`proposal.${button}`).replace('{{price}}', '').trim() }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectSoundScreen(page, `${word} asked`)
      await dialog.getByRole('button', { name: text('proposal.cancel') }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: text(`proposal.${button}`).replace('{{price}}', '').trim() }).click()
      await dialog.getByRole('button', { name: text(`proposal.${confirm}`) }).click()
      await expect(page.getByRole('alert')).toContainText(text(`proposal.state.${word}`))
      const buyback = await server.owner.query<{ status: string; cents: number | null }>(
        'select status, validated_price_cents as cents from buyback where id = $1',
        [sold.buybackId],
      )
      expect(buyback.rows[0]).toEqual(
        word === 'accepted'
          ? { status: 'bb_completed_with_negociation', cents: rows[0]!.cents }
          : { status: 'bb_not_completed', cents: null },
      )
      if (word === 'accepted') {
        // Another tab does not know it yet; a refusal tells.
        await other.getByRole('button', { name: text('proposal.decline') }).click()
        await other
          .getByRole('dialog')
          .getByRole('button', { name: text('proposal.decline') })
          .click()
        await expect(other.getByText(text(`proposal.state.${word}`))).toBeVisible()
        await expect(other.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
        await other.close()
        await page.getByRole('banner').getByRole('link').first().click()
        await page.waitForURL('**/home')
        await page.goBack()
        await expect(page.getByText(text(`proposal.state.${word}`))).toBeVisible()
        await expect(page.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
      }
      await open(page, path)
      await expect(page.getByText(text(`proposal.state.${word}`))).toBeVisible()
      await expect(page.getByRole('button', { name: text('proposal.decline') })).toHaveCount(0)
      await expect(photos).toHaveCount(2)
      await lookAt(page, `proposal-${word}`, ['phone'])
      await page.goto(`/buyback/tracking/${sold.trackingToken}`)
      // A gift card is issued by a job of its own, which may have been faster.
      const states = word === 'accepted' ? ['to_pay', 'paying', 'paid'] : ['returning']
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        new RegExp(`^(${states.map((state) => text(`tracking.state.${state}`)).join('|')})$`),
      )
      await context.close()
    })
  }
})
