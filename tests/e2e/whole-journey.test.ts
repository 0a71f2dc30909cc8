import { expect, test, type Locator, type Page } from 'playwright/test'
import type { CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import { createFormat } from '#web/lib/format.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { navigateOnSite } from '#tests/support/go-within.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { checkoutWords, countSold, fillCustomer } from '#tests/support/public-checkout.ts'
import { isLive } from '#tests/support/page-answers.ts'
import { lookAt } from '#tests/support/phone-visit.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { answerAll, chooseFirst, openPage, visitSite, type Visit } from '#tests/support/public-visit.ts'
import { readTexts } from '#tests/support/texts.ts'

const desk = { width: 1440, height: 900 }
let server: AppServer

prepareApp(50, (started) => {
  server = started
  return collectAtHome()
})

/** Products of the web are collected at home alone, in slots of every day with place for one visit. */
async function collectAtHome(): Promise<void> {
  const spans = [
    { opens: '09:00', closes: '12:00' },
    { opens: '14:00', closes: '18:00' },
  ]
  const windows = Array.from({ length: 7 }, (_, at) => spans.map((span) => ({ day: at + 1, ...span }))).flat()
  const rules = {
    windows,
    capacity: 1,
    daysAhead: 6,
    cutOff: { days: 1, time: '16:00' },
    holidaysOf: null,
    closedOn: [],
  }
  await server.owner.query(`update shipping_method set pickup = $1 where type = 'web_collect'`, [JSON.stringify(rules)])
  await offerOnly('web_collect')
  await server.owner.query(`update shipping_method set relay_points = 'file' where type = 'web_drop_label'`)
  const point = { reference: 'R1', name: 'Kiosque du Port', street: '3 quai Ouest', zipCode: '59000', city: 'Lille' }
  const told = { ...point, country: 'FR', latitude: null, longitude: null, openingHours: null }
  await server.owner.query(
    `insert into relay_point (account_id, shipping_method_id, reference, point)
     select account_id, id, 'R1', $1 from shipping_method where type = 'web_drop_label'`,
    [JSON.stringify(told)],
  )
}

/** Offers these circuits of the web and no others. */
async function offerOnly(...types: readonly string[]): Promise<void> {
  await server.owner.query(
    `update circuit set status = case when type = any ($1) then 'enabled' else 'disabled' end where type like 'web%'`,
    [types],
  )
}

/** Chooses the point near a postal code, once its screen has come. */
async function choosePoint(page: Page, text: Visit['text']): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  while ((await heading.textContent()) !== text('options.relay')) {
    const before = await heading.textContent()
    await page.locator('main ul button').first().click()
    await expect(heading).not.toHaveText(before ?? '')
  }
  await page.getByLabel(text('stores.place')).fill('59000')
  await page.getByRole('button', { name: text('options.relayFind') }).click()
  await page.getByRole('button', { name: /Kiosque du Port/ }).click()
  await expect(heading).not.toHaveText(text('options.relay'))
}

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
test('three products go from the search over a slot, a parcel point and a lost connection to their confirmation, in German on a phone, to another slot, a cancelling, another account and another address (PUB-01, PUB-13)', async ({
  browser,
}) => {
  test.setTimeout(400_000)
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
    // The catalog speaks German, too.
    if (at === 0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Lässt sich das Gerät einschalten und funktioniert es normal?',
      )
    // The last one goes by a parcel point; the cart is sold while both ways are offered.
    if (at === 2) await offerOnly('web_drop_label')
    if (at > 0) await chooseFirst(page, query)
    if (at === 2) await choosePoint(page, text)
    await answerAll(page, text)
    if (at === 2) await offerOnly('web_collect', 'web_drop_label')
    const offer = await page.locator('h1 strong').textContent()
    total += cents(offer ?? '')
    await page.getByRole('button', { name: text('offer.add') }).click()
    const panel = page.getByRole('dialog', { name: text('cart.title') })
    await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(at + 1)
    await expect(panel.getByText(money(total), { exact: true }).last()).toBeVisible()
    if (at < 2) await page.keyboard.press('Escape')
    if (at > 0) continue
    // Behind the cart lies the product's first question, and behind that what the search found: no screen without answers.
    await page.goBack()
    await expect(page).toHaveURL(/\/buyback\/create\//)
    await expect(page).not.toHaveURL(/step=/)
    await page.goBack()
    await page.waitForURL('**/buyback/search/products?query=iphone')
  }
  await page.getByRole('link', { name: text('cart.checkOut') }).click()
  await page.waitForURL('**/cart/customer-informations')
  await fillCustomer({ page }, email)
  // The Latin spelling is proposed, and goes to the account too.
  await page.locator('#clientFirstname').fill('Юрий')
  await page.locator('#clientLastname').fill('Щербаков')
  await expect(page.locator('#clientLatinName')).toHaveValue('Yuriy Shcherbakov')
  await expect(page.locator('#accountHolder')).toHaveValue('Yuriy Shcherbakov')
  await page.getByRole('button', { name: say('form.next') }).click()
  await expect(page.getByRole('heading', { name: say('summary.title') })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(money(total))
  await expect(page.getByRole('main')).toContainText('09:00–12:00')
  await expect(page.getByRole('main')).toContainText('Kiosque du Port')
  // Without a network nothing is lost, and nothing is sold; the cart goes on by itself when it is back.
  await context.setOffline(true)
  await expect(page.getByText(text('failed.offlineTitle'))).toBeVisible()
  // A page whose parts never came leaves this document as it is, with the IBAN that it alone holds.
  await navigateOnSite(page, '/buyback/search/category-list')
  await expect(page.getByText(text('failed.title'))).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: say('summary.confirm') }).click()
  await expect(page.getByText(say('sending.interruptedTitle'))).toBeVisible()
  expect(await countSold(server.owner, email)).toBe(0)
  await context.setOffline(false)
  await page.waitForURL('**/buyback/confirmation?**')
  await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(3)
  await expect(page.getByText(money(total)).first()).toBeVisible()
  expect(await countSold(server.owner, email)).toBe(3)
  const { rows: customers } = await server.owner.query<{ latin: string }>(
    'select distinct latin_name as latin from customer where email = $1',
    [email],
  )
  expect(customers).toEqual([{ latin: 'Yuriy Shcherbakov' }])
  const { rows: points } = await server.owner.query<{ name: string }>(
    `select r.point ->> 'name' as name from buyback_relay_point r join buyback b on b.account_id = r.account_id
       and b.id = r.buyback_id join customer c on c.account_id = b.account_id and c.id = b.customer_id where c.email = $1`,
    [email],
  )
  expect(points).toEqual([{ name: 'Kiosque du Port' }])

  const tracking = readTexts(locale, 'tracking')
  await page.locator('main a[href^="/buyback/tracking/"]').first().click()
  await page.waitForURL('**/buyback/tracking/**')
  const card = page.getByRole('region', { name: tracking('tracking.pickup') })
  await expect(card).toContainText('09:00–12:00')
  await card.getByRole('button', { name: tracking('tracking.pickupChange') }).click()
  await card
    .getByRole('button', { name: /14:00–18:00/ })
    .first()
    .click()
  await expect(card).toContainText(tracking('tracking.pickupChanged'))
  await expect(card).toContainText('14:00–18:00')
  await page.goBack()
  await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(3)
  expect(await countSold(server.owner, email)).toBe(3)

  // The second one is cancelled in one tab; another one, which does not know it yet, is told the same.
  await page.locator('main a[href^="/buyback/tracking/"]').nth(1).click()
  await page.waitForURL('**/buyback/tracking/**')
  const other = await context.newPage()
  await openPage(other, page.url())
  const cancelIn = async (tab: Page, look: (dialog: Locator) => Promise<void>): Promise<void> => {
    await tab.getByRole('button', { name: tracking('tracking.cancel.begin') }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel(tracking('tracking.cancel.reasonOf.better_offer')).check()
    await look(dialog)
    await dialog.getByRole('button', { name: tracking('tracking.cancel.confirm') }).click()
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(tracking('tracking.cancel.done'))
    await expect(tab.getByRole('alert')).toContainText(tracking('tracking.cancel.doneNow'))
  }
  await cancelIn(page, () => expectSoundScreen(page, 'cancelling asked'))
  await lookAt(page, 'tracking-cancelled')
  await cancelIn(other, (dialog) => expect(dialog).toBeVisible())
  await other.close()
  await page.goBack()
  await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(3)
  await page.locator('main a[href^="/buyback/tracking/"]').nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tracking('tracking.cancel.done'))
  await expect(page.getByRole('button', { name: tracking('tracking.cancel.begin') })).toHaveCount(0)
  const { rows: statuses } = await server.owner.query<{ status: string; count: number }>(
    `select b.status, count(*)::int as count from buyback b join customer c on c.id = b.customer_id
      where c.email = $1 group by b.status order by b.status`,
    [email],
  )
  expect(statuses).toEqual([
    { status: 'bb_awaiting_inventory', count: 2 },
    { status: 'bb_cancelled', count: 1 },
  ])

  // The third one is paid to another account, once the mail's link was opened and confirmed.
  await page.goBack()
  await page.locator('main a[href^="/buyback/tracking/"]').nth(2).click()
  const details = page.getByRole('region', { name: tracking('tracking.correct.title') })
  await details.getByRole('button', { name: tracking('tracking.correct.begin.bank') }).click()
  await details.getByLabel(tracking('tracking.correct.field.iban')).fill('DE89 3704 0044 0532 0130 00')
  await details.getByLabel(tracking('tracking.correct.field.accountHolder')).fill('Юрий Щербаков')
  await lookAt(page, 'tracking-correct')
  // The Latin spelling of the same name was confirmed with the sale.
  await details.getByRole('button', { name: tracking('tracking.correct.send') }).click()
  await expect(details.getByRole('alert')).toContainText('g•••@e•••.fr')
  const trackingAddress = page.url()
  const ibans = () => sealedIbans(email)
  const before = await ibans()
  await page.goto(await mailedLink('bank', email))
  await page.waitForFunction(isLive)
  await expect(page.getByRole('main')).toContainText('DE•• •••• 3000')
  await lookAt(page, 'correction')
  expect(await ibans()).toEqual(before)
  await page.getByRole('button', { name: tracking('correction.confirm') }).click()
  await expect(page.getByRole('alert')).toContainText(tracking('correction.stateText.applied'))
  expect(await ibans()).not.toEqual(before)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tracking('correction.state.applied'))

  // It is sent from another address than the one that was typed at the sale.
  await page.goto(trackingAddress)
  await page.waitForFunction(isLive)
  await details.getByRole('button', { name: tracking('tracking.correct.begin.address') }).click()
  const address = { clientStreet: '8 place du Marché', clientZipCode: 'F-59800', clientCity: 'Lille' }
  for (const [field, typed] of Object.entries(address))
    await details.getByLabel(tracking(`tracking.correct.field.${field}`)).fill(typed)
  await details.getByLabel(tracking('tracking.correct.field.clientCountry')).selectOption('FR')
  await details.getByRole('button', { name: tracking('tracking.correct.send') }).click()
  await expect(details.getByRole('alert')).toContainText('g•••@e•••.fr')
  expect(await streets(email)).toEqual(['12 rue des Lilas, 59000'])
  await page.goto(await mailedLink('address', email))
  await page.waitForFunction(isLive)
  await expect(page.getByRole('main')).toContainText('8 place du Marché')
  await page.getByRole('button', { name: tracking('correction.confirm') }).click()
  await expect(page.getByRole('alert')).toContainText(tracking('correction.stateText.applied'))
  expect(await streets(email)).toEqual(['8 place du Marché, 59800'])
  expect(problems).toEqual([])
  await context.close()
})

test('customers of other names sell on a desk: one in Chinese letters by a Latin spelling, and one of a single letter', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  await offerOnly('web_post')
  const names = [
    { first: '娜', last: '李', latin: 'Na Li', email: 'li.na@exemple.fr' },
    { first: 'O', last: 'O', latin: null, email: 'o@exemple.fr' },
  ]
  for (const { first, last, latin, email } of names) {
    const { context, page, text, problems } = await visitSite(browser, server.url, { locale: 'de-DE', viewport: desk })
    const say = checkoutWords('de-DE')
    await chooseFirst(page, 'nikon')
    await answerAll(page, text)
    await page.getByRole('button', { name: text('offer.add') }).click()
    await page.getByRole('link', { name: text('cart.checkOut') }).click()
    await page.waitForURL('**/cart/customer-informations')
    await fillCustomer({ page }, email)
    await page.locator('#clientFirstname').fill(first)
    await page.locator('#clientLastname').fill(last)
    if (latin === null) await expect(page.locator('#clientLatinName')).toHaveCount(0)
    else await expect(page.locator('#clientLatinName')).toHaveValue(latin)
    await expect(page.locator('#accountHolder')).toHaveValue(latin ?? `${first} ${last}`)
    await page.getByRole('button', { name: say('form.next') }).click()
    await page.getByRole('button', { name: say('summary.confirm') }).click()
    await page.waitForURL('**/buyback/confirmation?**')
    await expect(page.locator('main a[href^="/buyback/tracking/"]')).toHaveCount(1)
    const { rows } = await server.owner.query(
      `select first_name as first, last_name as last, latin_name as latin, account_holder as holder
         from customer where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ first, last, latin, holder: latin ?? `${first} ${last}` }])
    expect(problems).toEqual([])
    await context.close()
  }
})

/** The link of the newest mail that asks a customer to confirm an account or an address. */
async function mailedLink(kind: CorrectionKind, email: string): Promise<string> {
  const { rows } = await server.owner.query<{ text: string }>(
    `select body_text as text from mail_message where kind = $1 and recipient = $2
      order by created_at desc limit 1`,
    [`${kind}_correction`, email],
  )
  return /https?:\/\/\S+\/buyback\/tracking\/c_\S+/.exec(rows[0]?.text ?? '')?.[0] ?? ''
}

/** The street and postal code of each customer with an e-mail address. */
async function streets(email: string): Promise<readonly string[]> {
  const { rows } = await server.owner.query<{ place: string }>(
    `select distinct street || ', ' || zip_code as place from customer where email = $1`,
    [email],
  )
  return rows.map(({ place }) => place)
}

/** What is sealed as the customer's account, which nobody reads here. */
async function sealedIbans(email: string): Promise<readonly string[]> {
  const { rows } = await server.owner.query<{ sealed: string }>(
    `select encode(s.sealed, 'hex') as sealed from customer_secret s
      join customer c on c.account_id = s.account_id and c.id = s.customer_id
      where s.kind = 'iban' and c.email = $1 order by 1`,
    [email],
  )
  return rows.map(({ sealed }) => sealed)
}
