import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { goWithin } from '#tests/support/go-within.ts'
import { findBuyback } from '#tests/support/demo-buyback.ts'
import { keepPictures, officeSizes, takePictures } from '#tests/support/pictures.ts'
import { french, prepareShell, signIn } from '#tests/support/shell.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsPerson, typeAsScanner } from '#tests/support/wedge.ts'

const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'buybacks')
const common = readTexts('fr-FR', 'common')
const items = readTexts('fr-FR', 'items')

const rows = (page: Page) => page.getByRole('region', { name: texts('list.label') }).getByRole('row')

/** Takes a picture at each size and audits it; a dialog is the same at all sizes, and is audited at one. */
async function picture(page: Page, name: string, audited?: readonly string[]): Promise<void> {
  await takePictures(page, name, { sizes: officeSizes, ...(audited && { audited }) })
  await page.setViewportSize(officeSizes.desk)
}

const buyback = (condition: string) => findBuyback(server().owner, condition)

test.describe('the list of buybacks', () => {
  test('is narrowed by filters that survive a reload and the way back', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin', '/buybacks')
    await expect(rows(page)).toHaveCount(16, { timeout: 20_000 })
    await keepPictures(page, 'buyback-list')
    const cancelled = await buyback(`b.status = 'bb_cancelled'`)
    await page.getByRole('combobox', { name: texts('column.status') }).click()
    await page.getByRole('option', { name: items('buybackStatus.bb_cancelled') }).click()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: new RegExp(groupCode(cancelled.code)) })
    await expect(row).toContainText(items('buybackStatus.bb_cancelled'))
    await expect(rows(page).filter({ hasText: items('buybackStatus.bb_in_transit') })).toHaveCount(0)
    await page.getByRole('button', { name: common('filter.more') }).click()
    await page.getByRole('textbox', { name: texts('filter.client') }).pressSequentially(cancelled.client, { delay: 60 })
    await page.waitForURL(/client=/)
    await expect(row).toBeVisible()
    await keepPictures(page, 'buyback-list-filtered')
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByRole('textbox', { name: texts('filter.client') })).toHaveValue(cancelled.client)
    const search = page.getByRole('searchbox', { name: texts('list.search') })
    await search.focus()
    await typeAsPerson(page, 'zzzz')
    await expect(page.getByRole('heading', { name: texts('list.noMatch.title') })).toBeVisible()
    await picture(page, 'list-empty')
    await search.clear()
    await search.press('Enter')
    await page.getByRole('button', { name: common('filter.reset') }).click()
    await expect(rows(page)).toHaveCount(16, { timeout: 20_000 })
    await context.close()
  })

  test('is found by the code, sorted, and leads to the buyback', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager', '/buybacks')
    await expect(page.getByRole('button', { name: texts('list.export') })).toBeHidden()
    await page.getByRole('button', { name: common('filter.more') }).click()
    await expect(page.getByRole('combobox', { name: texts('column.category') })).toBeVisible()
    await expect(page.getByRole('combobox', { name: texts('column.store') })).toBeHidden()
    await page
      .getByRole('columnheader', { name: new RegExp(texts('column.price')) })
      .getByRole('button')
      .click()
    await expect(page).toHaveURL(/sort=price/)
    const first = rows(page).nth(1).getByRole('link')
    const code = (await first.textContent())?.replaceAll(/\D/g, '') ?? ''
    const search = page.getByRole('searchbox', { name: texts('list.search') })
    await search.focus()
    await typeAsPerson(page, code)
    await expect(rows(page)).toHaveCount(2)
    await context.close()
  })

  test('leads to the buyback whose code is scanned or typed, and says what a wrong one is', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager', '/buybacks')
    const code = ((await rows(page).nth(1).getByRole('link').textContent()) ?? '').replaceAll(/\D/g, '')
    const field = page.getByRole('textbox', { name: texts('byNumber.label') })
    const button = page.getByRole('button', { name: texts('byNumber.open'), exact: true })
    await button.click()
    await expect(page.getByText(common('codes.FORM_REQUIRED'))).toBeVisible()
    for (const [typed, fault] of [
      ['12A4', 'digits'],
      ['2 000', 'length'],
      ['2999999999991', 'unknown'],
    ] as const) {
      await field.clear()
      await field.focus()
      await typeAsPerson(page, typed)
      await expect(page.getByText(texts(`byNumber.${fault}`))).toBeVisible()
    }
    await expectSoundScreen(page, 'a buyback code that nobody knows')
    await typeAsScanner(page, '356938035643809')
    await expect(page.getByRole('searchbox', { name: texts('list.search') })).toHaveValue('356938035643809')
    await typeAsScanner(page, code)
    await expect(page).toHaveURL(/\/buyback\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(groupCode(code))
    await context.close()
  })

  test('is exported with a count of its rows, in the language of the screen', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin', '/buybacks?status=bb_cancelled')
    await expect(rows(page).nth(1)).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts('list.export') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^reprises-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const { rows: counted } = await server().owner.query<{ total: number }>(
      `select count(*)::int as total from buyback b where b.status = 'bb_cancelled'
        and b.account_id = (select account_id from user_account where email = 'admin@demo.example')`,
    )
    expect(csv.trimEnd().split('\r\n')).toHaveLength(counted[0]!.total + 1)
    expect(csv).toContain(`${texts('column.identificationNumber')};${texts('column.externalCode')}`)
    await context.close()
  })

  test('says when the server does not answer, and reads again', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    await page.route('**/api/buybacks?*', (route) => route.abort())
    await page.goto('/buybacks')
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
    await page.unroute('**/api/buybacks?*')
    await page.getByRole('button', { name: french.common('action.retry') }).click()
    await expect(rows(page)).toHaveCount(16, { timeout: 20_000 })
    await context.close()
  })
})

test('predeclared buybacks tell how long their price holds', async ({ browser }) => {
  const { context, page } = await open(browser)
  const fresh = await buyback(`b.status = 'bb_awaiting_store_drop'`)
  await server().owner.query(`update buyback set created_at = now() - interval '3 days' where id = $1`, [fresh.id])
  await signIn(page, 'admin', '/buybacks-predeclared')
  const list = page.getByRole('region', { name: texts('predeclared.title') })
  await expect(list.getByRole('row').filter({ hasText: 'encore 11 jours' })).toHaveCount(1)
  await keepPictures(page, 'buyback-predeclared')
  await page.getByRole('combobox', { name: texts('predeclared.held') }).click()
  await page.getByRole('option', { name: texts('predeclared.heldNo') }).click()
  await expect(page).toHaveURL(/held=/)
  await expect(list.getByText('encore 11 jours')).toBeHidden()
  await context.close()
})

test('the dashboard leads on, tells the week that is over, and helps', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  const figures = page.getByRole('region', { name: texts('statistics.title') })
  await expect(figures.getByRole('listitem')).toHaveCount(6)
  await expect(figures.getByRole('img')).toHaveCount(6)
  await picture(page, 'dashboard')
  await expect(page.getByRole('link', { name: texts('statistics.help') })).toHaveAttribute('href', '/faq-and-contact')
  await figures.getByRole('link', { name: new RegExp(`^${texts('statistics.figure.in_transit')}`) }).click()
  await expect(page).toHaveURL(/\/buybacks\?status=/)
  await expect(rows(page).nth(1)).toContainText(items('buybackStatus.bb_in_transit'))
  await context.close()
})

const inWarehouse = ['itemsStock', 'refurbStart', 'refurbItemSteps', 'refurbSteps'] as const

for (const [user, names] of [
  [
    'admin',
    [
      'work',
      'buybackCreate',
      'buybackList',
      'predeclared',
      'checkIn',
      'compliance',
      'expedition',
      ...inWarehouse,
      'products',
      'entities',
      'users',
    ],
  ],
  ['store_manager', ['buybackCreate', 'buybackList', 'predeclared', 'expedition', 'products', 'entities', 'users']],
  [
    'warehouse_manager',
    ['work', 'buybackList', 'checkIn', 'compliance', 'expedition', ...inWarehouse, 'products', 'entities', 'users'],
  ],
] as const)
  test(`the dashboard of ${user} has its shortcuts, by name and in order (BB-45)`, async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, user)
    const shortcuts = page.getByRole('navigation', { name: readTexts('fr-FR', 'home')('dashboard.shortcuts') })
    await expect(shortcuts.getByRole('link')).toHaveText(names.map((name) => french.shell(`menu.${name}`)))
    await context.close()
  })

test('a product that cannot be taken has a screen that says so', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'store_seller', '/buyback-not-eligible')
  await expect(page.getByRole('heading', { name: texts('notEligible.heading') })).toBeVisible()
  await keepPictures(page, 'buyback-not-eligible')
  await context.close()
})

test.describe('a buyback', () => {
  const menu = (page: Page) => page.getByRole('button', { name: texts('action.more') })
  const outcome = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

  test('shows what it is, and what was declared beside what was found', async ({ browser }) => {
    const { context, page } = await open(browser)
    const tested = await buyback(`b.controlled_price_cents < b.declared_price_cents and b.customer_id is not null`)
    await signIn(page, 'admin', `/buyback/${tested.id}`)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(groupCode(tested.code)) })).toBeVisible()
    const customer = page.getByRole('region', { name: texts('detail.customer') })
    await expect(customer).toContainText(tested.client)
    await expect(
      page
        .getByRole('region', { name: texts('detail.history') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
    await keepPictures(page, 'buyback-detail-info')
    await page.getByRole('tab', { name: texts('detail.tab.diagnostic') }).click()
    await expect(page).toHaveURL(/tab=diagnostic/)
    await expect(page.getByText(texts('diagnostic.differs')).first()).toBeVisible()
    await keepPictures(page, 'buyback-detail-diagnostic')
    await page.reload()
    await expect(page.getByRole('tab', { name: texts('detail.tab.diagnostic'), selected: true })).toBeVisible()
    await page.goto('/buyback/01a20035-5988-7003-ba43-c8179d5087e6')
    await expect(page.getByRole('heading', { name: texts('detail.unknown.title') })).toBeVisible()
    await context.close()
  })

  test('is cancelled for a reason', async ({ browser }) => {
    const { context, page } = await open(browser)
    const one = await buyback(`b.status = 'bb_awaiting_inventory' and b.payment_status = 'awaiting_payment'`)
    await signIn(page, 'admin', `/buyback/${one.id}`)
    await menu(page).click()
    await page.getByRole('menuitem', { name: texts('action.cancel.open') }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: texts('action.cancel.confirm') })
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('radio', { name: texts('cancelReason.customer_retraction') }).check()
    await dialog.getByRole('textbox').pressSequentially('Le client a changé d’avis')
    await picture(page, 'cancel', ['phone'])
    await confirm.click()
    await expect(outcome(page, texts('action.cancel.done'))).toBeVisible()
    await expect(page.getByText(items('buybackStatus.bb_cancelled')).first()).toBeVisible()
    await expect(page.getByRole('region', { name: texts('detail.cancelled') })).toContainText(
      'Le client a changé d’avis',
    )
    await expect(menu(page)).toBeHidden()
    await context.close()
  })

  test('whose payment cannot be cancelled is cancelled by force alone', async ({ browser }) => {
    const { context, page } = await open(browser)
    const paid = await buyback(`b.status = 'bb_completed' and b.payment_status = 'payment_completed'`)
    await signIn(page, 'admin', `/buyback/${paid.id}`)
    await menu(page).click()
    await page.getByRole('menuitem', { name: texts('action.cancel.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: texts('cancelReason.other') }).check()
    await dialog.getByRole('button', { name: texts('action.cancel.confirm') }).click()
    await expect(dialog.getByRole('alert')).toHaveText(texts('action.cancel.force'))
    await keepPictures(page, 'buyback-cancel-force', ['phone'])
    await dialog.getByRole('button', { name: texts('action.cancel.forceConfirm') }).click()
    await expect(outcome(page, texts('action.cancel.doneForced'))).toBeVisible()
    await expect(page.getByText(texts('paymentStatus.payment_completed')).first()).toBeVisible()
    await context.close()
  })

  test('that is to be paid is marked as paid', async ({ browser }) => {
    const { context, page } = await open(browser)
    const due = await buyback(`b.payment_status = 'payment_created'`)
    await signIn(page, 'admin', `/buyback/${due.id}`)
    await page.getByRole('button', { name: texts('action.paid.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').pressSequentially('Chèque remis en magasin')
    await keepPictures(page, 'buyback-mark-as-paid', ['phone'])
    await dialog.getByRole('button', { name: texts('action.paid.confirm') }).click()
    await expect(outcome(page, texts('action.paid.done'))).toBeVisible()
    await expect(page.getByRole('region', { name: texts('detail.payment') })).toContainText(
      texts('paymentStatus.payment_completed'),
    )
    await expect(page.getByRole('button', { name: texts('action.paid.open') })).toBeHidden()
    await context.close()
  })

  test('is completed when its product is lost, each place by who answers for it', async ({ browser }) => {
    const { context, page } = await open(browser)
    const inTransit = await buyback(`i.status = 'item_in_transit' and b.status = 'bb_in_transit'`)
    await signIn(page, 'admin', `/buyback/${inTransit.id}`)
    await menu(page).click()
    await expect(page.getByRole('menuitem', { name: texts('action.lost.open.store') })).toBeHidden()
    await page.getByRole('menuitem', { name: texts('action.lost.open.transport') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(texts('action.lost.text'))
    await keepPictures(page, 'buyback-lost', ['phone'])
    await dialog.getByRole('button', { name: texts('action.lost.confirm') }).click()
    await expect(outcome(page, texts('action.lost.done'))).toBeVisible()
    await expect(page.getByText(items('buybackStatus.bb_completed')).first()).toBeVisible()
    await context.close()
  })

  test('offers a seller nothing that the seller may not do', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller', '/buybacks')
    await rows(page).nth(1).getByRole('link').click()
    await expect(page.getByRole('tab', { name: texts('detail.tab.info') })).toBeVisible()
    await expect(menu(page)).toBeHidden()
    await expect(page.getByRole('button', { name: texts('action.paid.open') })).toBeHidden()
    await context.close()
  })
})

test('the confirmation names what was registered, and leads to its papers', async ({ browser }) => {
  const { context, page } = await open(browser)
  const one = await buyback(`b.status = 'bb_awaiting_inventory'`)
  const other = await buyback(`b.status = 'bb_in_transit'`)
  await signIn(page, 'admin', `/buyback-confirmation?ids=${one.id},${other.id}`)
  await expect(page.getByRole('heading', { name: '2 reprises sont enregistrées' })).toBeVisible({ timeout: 20_000 })
  await keepPictures(page, 'buyback-confirmation')
  await page.getByRole('link', { name: texts('confirmation.documents') }).click()
  await expect(page).toHaveURL(/buyback-confirmation-docs\?ids=/)
  await expect(page.getByRole('listitem').filter({ hasText: groupCode(one.code) })).toBeVisible()
  const papers = page.getByRole('list', { name: readTexts('fr-FR', 'document')('papers.title') })
  await expect(papers).toHaveCount(2)
  await expect(papers.first().getByRole('link')).not.toHaveCount(0, { timeout: 30_000 })
  const dropped = await buyback(
    `b.circuit_id in (select id from circuit where type = 'store_drop') and b.status = 'bb_in_transit'`,
  )
  await goWithin(page, `/buyback/${dropped.id}`)
  const documents = page.getByRole('region', { name: texts('detail.documents') })
  await expect(documents.getByRole('status')).toHaveText(readTexts('fr-FR', 'document')('papers.labelNotExpected'))
  await expect(documents.getByRole('link', { name: 'Bon de cession (PDF)' })).toBeVisible({ timeout: 30_000 })
  await picture(page, 'confirmation-docs', ['phone'])
  await goWithin(page, '/buyback-confirmation')
  await expect(page.getByRole('heading', { name: texts('confirmation.none.title') })).toBeVisible()
  await context.close()
})
