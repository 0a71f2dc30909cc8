import { readFile } from 'node:fs/promises'
import { expect as soonExpected, test, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { findBuyback } from '#tests/support/demo-buyback.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'buyback')
const common = readTexts('fr-FR', 'common')
const errors = readTexts('fr-FR', 'errors')
const items = readTexts('fr-FR', 'item')

const rows = (page: Page) => page.getByRole('region', { name: texts('list.label') }).getByRole('row')
const buyback = (condition: string) => findBuyback(server().owner, condition)

test('buybacks are found by filters that survive a reload, exported, opened by a scan, corrected and cancelled, and the confirmation of some leads to their papers', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  await test.step('the dashboard leads to them', async () => {
    await keepPictures(page, 'dashboard', ['phone'])
    const figures = page.getByRole('region', { name: texts('statistics.title') })
    await figures.getByRole('link', { name: new RegExp(`^${texts('statistics.figure.in_transit')}`) }).click()
    await expect(page).toHaveURL(/\/buybacks\?status=/)
    await expect(rows(page).nth(1)).toContainText(items('buybackStatus.bb_in_transit'))
    await page.getByRole('button', { name: common('filter.reset') }).click()
    await expect(rows(page)).toHaveCount(16)
    await keepPictures(page, 'buyback-list', ['phone', 'desk'])
  })
  const cancelled = await buyback(`b.status = 'bb_cancelled'`)
  await test.step('filters', async () => {
    await page.getByRole('combobox', { name: texts('column.status') }).click()
    await page.getByRole('option', { name: items('buybackStatus.bb_cancelled') }).click()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: new RegExp(groupCode(cancelled.code)) })
    await expect(row).toContainText(items('buybackStatus.bb_cancelled'))
    await expect(rows(page).filter({ hasText: items('buybackStatus.bb_in_transit') })).toHaveCount(0)
    await page.getByRole('button', { name: common('filter.more') }).click()
    const client = page.getByRole('textbox', { name: texts('filter.client') })
    await client.fill(cancelled.client)
    await page.waitForURL(/client=/)
    await expect(row).toBeVisible()
    await page.reload()
    await expect(row).toBeVisible()
    await expect(client).toHaveValue(cancelled.client)
  })
  await test.step('the export holds what the filters leave, in the language of the screen', async () => {
    await page.getByRole('textbox', { name: texts('filter.client') }).fill('')
    await expect(page).not.toHaveURL(/client=/)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts('list.export') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^reprises-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const { rows: counted } = await server().owner.query<{ total: number }>(
      `select count(*)::int as total from buyback b where b.status = 'bb_cancelled'
        and b.account_id = (select account_id from user_account where email = 'store_manager@demo.example')`,
    )
    expect(csv.trimEnd().split('\r\n')).toHaveLength(counted[0]!.total + 1)
    expect(csv).toContain(`${texts('column.identificationNumber')};${texts('column.externalCode')}`)
  })
  await test.step('a scan opens one, with what was declared beside what was found', async () => {
    const tested = await buyback(`b.controlled_price_cents < b.declared_price_cents and b.customer_id is not null`)
    await typeAsScanner(page, tested.code)
    await expect(page).toHaveURL(new RegExp(`/buyback/${tested.id}`))
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(groupCode(tested.code)) })).toBeVisible()
    await expect(page.getByRole('region', { name: texts('detail.customer') })).toContainText(tested.client)
    const history = page.getByRole('region', { name: texts('detail.history') }).getByRole('listitem')
    await expect(history.first()).toBeVisible()
    await keepPictures(page, 'buyback-detail-info', ['phone'])
    await page.getByRole('tab', { name: texts('detail.tab.diagnostic') }).click()
    await expect(page).toHaveURL(/tab=diagnostic/)
    await expect(page.getByText(texts('diagnostic.differs')).first()).toBeVisible()
    await keepPictures(page, 'buyback-detail-diagnostic', ['phone'])
    await page.reload()
    await expect(page.getByRole('tab', { name: texts('detail.tab.diagnostic'), selected: true })).toBeVisible()
  })
  await test.step('one is corrected: a wrong IMEI is said, a right one kept, and the detail shows it', async () => {
    const one = await buyback(
      `b.status = 'bb_in_transit' and b.payment_status = 'awaiting_payment' and not i.tested and b.customer_id is not null`,
    )
    await navigateInApp(page, `/buyback/${one.id}`)
    await page.getByRole('link', { name: texts('edition.open') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts('edition.title').replace('{{code}}', groupCode(one.code)),
    )
    const imei = page.getByRole('textbox', { name: texts('edition.imei') })
    await imei.fill('35693803564380')
    await imei.press('Enter')
    await expect(page.getByText(errors('IMEI_MALFORMED'))).toBeVisible()
    await keepPictures(page, 'edition-imei-refused', ['phone'])
    await imei.fill('356938035643809')
    await imei.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: texts('edition.saved') })).toBeVisible()
    await page.getByRole('tab', { name: texts('edition.step.contact') }).click()
    await expect(page).toHaveURL(/itemWorkflowStep=contact/)
    await page.getByRole('link', { name: texts('edition.back') }).click()
    await expect(page.getByRole('region', { name: texts('detail.product') })).toContainText(/3.?5.?6.?9.?3.?8.?0/)
    const history = page.getByRole('region', { name: texts('detail.history') })
    await expect(history.getByText(items('action.edit'))).toHaveCount(1)
  })
  await test.step('one is cancelled for a reason', async () => {
    const one = await buyback(`b.status = 'bb_awaiting_inventory' and b.payment_status = 'awaiting_payment'`)
    await navigateInApp(page, `/buyback/${one.id}`)
    const menu = page.getByRole('button', { name: texts('action.more') })
    await menu.click()
    await page.getByRole('menuitem', { name: texts('action.cancel.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: texts('cancelReason.customer_retraction') }).check()
    await dialog.getByRole('textbox').fill('Le client a changé d’avis')
    await keepPictures(page, 'cancel', ['phone'])
    await dialog.getByRole('button', { name: texts('action.cancel.confirm') }).click()
    await expect(page.getByRole('status').filter({ hasText: texts('action.cancel.done') })).toBeVisible()
    await expect(page.getByRole('region', { name: texts('detail.cancelled') })).toContainText(
      'Le client a changé d’avis',
    )
    await expect(menu).toBeHidden()
  })
  await test.step('the confirmation names what was registered, and leads to its papers', () => seePapers(page))
  await context.close()
})

async function seePapers(page: Page): Promise<void> {
  const one = await buyback(`b.status = 'bb_awaiting_inventory'`)
  const other = await buyback(`b.status = 'bb_in_transit'`)
  await navigateInApp(page, `/buyback-confirmation?ids=${one.id},${other.id}`)
  await expect(page.getByRole('heading', { name: '2 reprises sont enregistrées' })).toBeVisible()
  await keepPictures(page, 'buyback-confirmation', ['phone'])
  await page.getByRole('link', { name: texts('confirmation.documents') }).click()
  await expect(page).toHaveURL(/buyback-confirmation-docs\?ids=/)
  await expect(page.getByRole('listitem').filter({ hasText: groupCode(one.code) })).toBeVisible()
  const papers = page.getByRole('list', { name: readTexts('fr-FR', 'document')('papers.title') })
  await expect(papers).toHaveCount(2)
  await expect(papers.first().getByRole('link')).not.toHaveCount(0, { timeout: 30_000 })
  await keepPictures(page, 'confirmation-docs', ['phone'])
  const dropped = await buyback(
    `b.circuit_id in (select id from circuit where type = 'store_drop') and b.status = 'bb_in_transit'`,
  )
  await navigateInApp(page, `/buyback/${dropped.id}`)
  const documents = page.getByRole('region', { name: texts('detail.documents') })
  await expect(documents.getByRole('status')).toHaveText(readTexts('fr-FR', 'document')('papers.labelNotExpected'))
  await expect(documents.getByRole('link', { name: 'Bon de cession (PDF)' })).toBeVisible({ timeout: 30_000 })
  await navigateInApp(page, '/buybacks-predeclared')
  await expect(
    page
      .getByRole('region', { name: texts('predeclared.title') })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
  await keepPictures(page, 'buyback-predeclared', ['phone'])
}
