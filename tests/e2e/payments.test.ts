import { readFile } from 'node:fs/promises'
import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import { createDatabase } from '#api/db/database.ts'
import { createWeeklyStatistics } from '#api/features/buyback-list/weekly-statistics.ts'
import { groupCode } from '#web/lib/format.ts'
import { goWithin } from '#tests/support/go-within.ts'
import { findBuyback } from '#tests/support/demo-buyback.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'payments')
const buybacks = readTexts('fr-FR', 'buybacks')
const register = readTexts('fr-FR', 'register')
const jobs = readTexts('fr-FR', 'jobs')
const find = (condition: string) => findBuyback(server().owner, condition)

/** Vouchers and gift cards are the program's own: they are issued as soon as they are owed, and nobody marks them. */
const paidByHand = `exists (select from payment_mode m where m.account_id = b.account_id and m.id = b.payment_mode_id
  and m.type = 'bank_transfer')`

/** Turns the payments of the demo that nobody has begun into bank transfers, due at a day that has passed. */
async function makeTransfersDue(): Promise<void> {
  await server().owner.query(
    `update payment p set provider = 'transfer_file', payment_mode_id = (select m.id from payment_mode m
       where m.account_id = p.account_id and m.type = 'bank_transfer' and m.provider = 'bank_transfer' limit 1)
     from buyback b
     where b.account_id = p.account_id and b.id = p.buyback_id and b.payment_status = 'payment_created'
       and p.amount_cents > 0`,
  )
  await server().owner.query(
    `update buyback set promised_payment_on = '2026-01-05' where payment_status = 'payment_created'`,
  )
}

const row = (page: Page, code: string) => page.getByRole('row', { name: new RegExp(groupCode(code)) })

async function as(browser: Browser, type: Parameters<typeof signIn>[1]) {
  const { context, page } = await open(browser)
  await signIn(page, type)
  return { context, page }
}

test.beforeAll(makeTransfersDue)

test.describe('payments', () => {
  test('are found, told in words, and paid by hand', async ({ browser }) => {
    const { context, page } = await as(browser, 'admin')
    const due = await find(`b.payment_status = 'payment_created'`)
    await goWithin(page, '/payments')
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 20_000 })
    await keepPictures(page, 'payments')
    await page.getByRole('searchbox').pressSequentially(due.code, { delay: 60 })
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await row(page, due.code).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts('detail.title').replace('{{code}}', groupCode(due.code)),
    )
    const books = page.getByRole('region', { name: texts('detail.books') })
    await expect(books).toContainText('dus au client pour son produit')
    await page.getByRole('button', { name: buybacks('action.paid.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').pressSequentially('Chèque remis en magasin')
    await dialog.getByRole('button', { name: buybacks('action.paid.confirm') }).click()
    await expect(books).toContainText('versés au client')
    await expect(page.getByText('Chèque remis en magasin')).toBeVisible()
    await expect(page.getByRole('button', { name: buybacks('action.paid.open') })).toBeHidden()
    await keepPictures(page, 'payment')
    await context.close()
  })

  test('are narrowed by status in the address, and exported', async ({ browser }) => {
    const { context, page } = await as(browser, 'admin')
    await goWithin(page, '/payments')
    await page.getByRole('combobox', { name: texts('column.status') }).click()
    await page.getByRole('option', { name: buybacks('paymentStatus.payment_completed') }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/payment_completed/)
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toContainText(buybacks('paymentStatus.payment_completed'))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts('list.export') }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.split('\r\n')[1]).toContain(buybacks('paymentStatus.payment_completed'))
    await context.close()
  })

  test('whose promise is missed are seen on the dashboard, and listed the most urgent first', async ({ browser }) => {
    const { context, page } = await as(browser, 'admin')
    await page.getByRole('link', { name: texts('hint.open') }).click()
    await expect(page).toHaveURL(/\/payments\/due/)
    const first = page.getByRole('row').nth(1)
    await expect(first).toContainText('de retard')
    await keepPictures(page, 'payments-due')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(first.getByText(buybacks('action.paid.open'))).toBeVisible()
    await context.close()
  })

  test('go into a file, of which the bank refuses one', async ({ browser }) => {
    const { context, page } = await as(browser, 'admin')
    await goWithin(page, '/payment-files')
    await expect(page.getByRole('heading', { name: texts('files.empty.title') })).toBeVisible()
    await page.getByRole('link', { name: texts('files.create') }).click()
    await expect(page.getByRole('status').filter({ hasText: 'au total' })).toBeVisible()
    await keepPictures(page, 'payment-file-create')
    const before = await page.getByRole('status').filter({ hasText: 'au total' }).textContent()
    await page.getByRole('row').nth(1).getByRole('checkbox').uncheck()
    await expect(page.getByRole('status').filter({ hasText: 'au total' })).not.toHaveText(before ?? '')
    await page.getByRole('button', { name: texts('make.submit') }).click()
    await expect(page.getByRole('button', { name: texts('file.confirm') })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts('file.download') }).click()
    const xml = await readFile(await (await downloading).path(), 'utf8')
    expect(xml).toContain('pain.001.001.09')
    const refused = page.getByRole('row').nth(1)
    await refused.getByRole('checkbox').check()
    await keepPictures(page, 'payment-file')
    await page.getByRole('button', { name: texts('file.confirm') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(texts('file.confirmRefused'))
    await dialog.getByRole('button', { name: texts('file.confirm') }).click()
    await expect(dialog).toBeHidden()
    await expect(refused).toContainText(texts('file.bankRefused'))
    await goWithin(page, '/payments?status=payment_failed')
    const failed = page.getByRole('row').filter({ hasText: texts('detail.refusedByBank') })
    await expect(failed).toHaveCount(1)
    await failed.getByRole('button', { name: new RegExp(texts('action.again.open')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts('action.again.open') })
      .click()
    await expect(failed).toHaveCount(0)
    await goWithin(page, '/payment-files')
    await expect(page.getByRole('row').nth(1)).toContainText('1 refusé')
    await keepPictures(page, 'payment-files')
    await context.close()
  })

  test('are read by an analyst, who can change nothing', async ({ browser }) => {
    const { context, page } = await as(browser, 'root_management_unit_analyst')
    await goWithin(page, '/payments?status=payment_failed&status=payment_created')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(buybacks('action.paid.open')) })).toHaveCount(0)
    await goWithin(page, '/payment-files')
    await expect(page).toHaveURL(/\/(home|access-denied)/)
    await context.close()
  })
})

test('the register is verified, and taken out as a document', async ({ browser }) => {
  const { context, page } = await as(browser, 'admin')
  await goWithin(page, '/purchase-register?from=2020-01-01')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: register('screen.verify') }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Registre intact' })).toBeVisible()
  await keepPictures(page, 'purchase-register')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: register('screen.pdf') }).click()
  expect((await readFile(await (await downloading).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await context.close()
})

test('a failed mail is seen among the jobs, and tried again', async ({ browser }) => {
  await server().owner.query(
    `insert into mail_message (account_id, id, dedupe_key, kind, recipient, language, subject, body_text, status,
       attempts, last_error)
     select account_id, uuid_v7(), 'failed by hand', 'payment', 'a@mail.example', 'fr-FR', 'Objet', 'Texte', 'failed', 8,
       'Error 550' from user_account where email = 'admin@demo.example'`,
  )
  const { context, page } = await as(browser, 'admin')
  await goWithin(page, '/jobs')
  const tasks = page.getByRole('list', { name: jobs('tasks.title') }).getByRole('listitem')
  const rounds = ['throttle-sweep', 'cart-sweep', 'price-proposals', 'weekly-statistics', 'documents', 'housekeeping']
  const named = [...rounds, 'payment-sweep', 'delivery-sweep', 'export-sweep', 'import-sweep']
  await expect(tasks.locator('strong')).toHaveText(named.map((name) => jobs(`task.${name}`)))
  const mail = page.getByRole('row').filter({ hasText: 'Error 550' })
  await expect(mail).toBeVisible()
  await keepPictures(page, 'jobs')
  await mail.getByRole('button', { name: new RegExp(jobs('retry')) }).click()
  await expect(page.getByText(jobs('retried'))).toBeVisible()
  await context.close()
})

test('a lost product is paid for at its declared price', async ({ browser }) => {
  const { context, page } = await as(browser, 'admin')
  const lost = await find(`i.status = 'item_in_transit' and b.status = 'bb_in_transit' and ${paidByHand}`)
  await goWithin(page, `/buyback/${lost.id}`)
  await page.getByRole('button', { name: buybacks('action.more') }).click()
  await page.getByRole('menuitem', { name: buybacks('action.lost.open.transport') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: buybacks('action.lost.confirm') })
    .click()
  await expect(page.getByText(buybacks('action.lost.done'))).toBeVisible()
  await goWithin(page, '/payments')
  await page.getByRole('searchbox').pressSequentially(lost.code, { delay: 60 })
  await page.getByRole('searchbox').press('Enter')
  await row(page, lost.code)
    .getByRole('button', { name: new RegExp(buybacks('action.paid.open')) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: buybacks('action.paid.confirm') })
    .click()
  await expect(row(page, lost.code)).toContainText(buybacks('paymentStatus.payment_completed'))
  await context.close()
})

test('a paid buyback is cancelled by force, and its payment stays paid', async ({ browser }) => {
  const { context, page } = await as(browser, 'admin')
  const paid = await find(`b.status = 'bb_completed' and b.payment_status = 'payment_completed' and p.id is not null`)
  await goWithin(page, `/buyback/${paid.id}`)
  await page.getByRole('button', { name: buybacks('action.more') }).click()
  await page.getByRole('menuitem', { name: buybacks('action.cancel.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: buybacks('cancelReason.other') }).check()
  await dialog.getByRole('button', { name: buybacks('action.cancel.confirm') }).click()
  await dialog.getByRole('button', { name: buybacks('action.cancel.forceConfirm') }).click()
  await expect(page.getByText(buybacks('action.cancel.doneForced'))).toBeVisible()
  await goWithin(page, `/payments/${paid.paymentId}`)
  await expect(page.getByText(buybacks('paymentStatus.payment_completed')).first()).toBeVisible()
  await expect(page.getByRole('region', { name: texts('detail.books') })).not.toContainText('ne sont plus dus')
  await context.close()
})

test('the figures of a week are there from Monday on', async ({ browser }) => {
  const database = createDatabase({ appUrl: server().appUrl })
  // Sunday the 3rd and Monday the 4th, in Paris.
  const count = (at: string) => createWeeklyStatistics({ database, now: () => new Date(at) })()
  const { context, page } = await as(browser, 'admin')
  const figures = page.getByRole('region', { name: buybacks('statistics.title') })
  await count('2126-03-03T21:00:00Z')
  await page.reload()
  await expect(figures).toContainText('18/02/2126')
  await count('2126-03-04T06:00:00Z')
  await page.reload()
  await expect(figures).toContainText('25/02/2126')
  await expect(figures).toContainText('03/03/2126')
  await keepPictures(page, 'dashboard')
  await database.close()
  await context.close()
})
