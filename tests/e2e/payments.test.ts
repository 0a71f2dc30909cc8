import { readFile } from 'node:fs/promises'
import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import { groupCode } from '#web/lib/format.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { findBuyback } from '#tests/support/demo-buyback.ts'
import { keepPaper, keepPictures } from '#tests/support/pictures.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'payment')
const buybacks = readTexts('fr-FR', 'buyback')
const register = readTexts('fr-FR', 'register')
const jobs = readTexts('fr-FR', 'job')
const find = (condition: string) => findBuyback(server().owner, condition)

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

async function findPayment(page: Page, code: string): Promise<void> {
  await page.getByRole('searchbox').fill(code)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
}

async function payByFile(page: Page): Promise<void> {
  await navigateInApp(page, '/payment-files')
  await expect(page.getByRole('heading', { name: texts('files.empty.title') })).toBeVisible()
  await page.getByRole('link', { name: texts('files.create') }).click()
  await expect(page.getByRole('status').filter({ hasText: 'au total' })).toBeVisible()
  await keepPictures(page, 'payment-file-create', ['phone'])
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
  await keepPictures(page, 'payment-file', ['phone'])
  await page.getByRole('button', { name: texts('file.confirm') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(texts('file.confirmRefused'))
  await dialog.getByRole('button', { name: texts('file.confirm') }).click()
  await expect(dialog).toBeHidden()
  await expect(refused).toContainText(texts('file.bankRefused'))
  await navigateInApp(page, '/payments?status=payment_failed')
  const failed = page.getByRole('row').filter({ hasText: texts('detail.refusedByBank') })
  await expect(failed).toHaveCount(1)
  await failed.getByRole('button', { name: new RegExp(texts('action.again.open')) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('action.again.open') })
    .click()
  await expect(failed).toHaveCount(0)
  await navigateInApp(page, '/payment-files')
  await expect(page.getByRole('row').nth(1)).toContainText('1 refusé')
  await keepPictures(page, 'payment-files', ['phone'])
}

/** A mail that the mail server has refused as often as it is tried. */
async function failMail(): Promise<void> {
  await server().owner.query(
    `insert into mail_message (account_id, id, dedupe_key, kind, recipient, language, subject, body_text, status,
       attempts, last_error)
     select account_id, uuid_v7(), 'failed by hand', 'payment', 'a@mail.example', 'fr-FR', 'Objet', 'Texte', 'failed', 8,
       'Error 550' from user_account where email = 'store_manager@demo.example'`,
  )
}

test.beforeAll(makeTransfersDue)

test('payments that are due are seen on the dashboard, listed, told in words, and paid by hand or by a file, of which the bank refuses one; the register is verified, and a failed mail tried again', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  await failMail()
  const { context, page } = await as(browser, 'admin')
  const due = await find(`b.payment_status = 'payment_created'`)
  await page.getByRole('link', { name: texts('hint.open') }).click()
  await expect(page).toHaveURL(/\/payments\/due/)
  await expect(page.getByRole('row').nth(1)).toContainText('de retard')
  await keepPictures(page, 'payments-due', ['phone'])
  await navigateInApp(page, '/payments')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await keepPictures(page, 'payments', ['phone'])
  await findPayment(page, due.code)
  await row(page, due.code).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    texts('detail.title').replace('{{code}}', groupCode(due.code)),
  )
  const books = page.getByRole('region', { name: texts('detail.books') })
  await expect(books).toContainText('dus au client pour son produit')
  await page.getByRole('button', { name: buybacks('action.paid.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Chèque remis en magasin')
  await dialog.getByRole('button', { name: buybacks('action.paid.confirm') }).click()
  await expect(books).toContainText('versés au client')
  await expect(page.getByText('Chèque remis en magasin')).toBeVisible()
  await expect(page.getByRole('button', { name: buybacks('action.paid.open') })).toBeHidden()
  await keepPictures(page, 'payment', ['phone'])

  await test.step('they are narrowed by status in the address, and exported', async () => {
    await navigateInApp(page, '/payments')
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
  })
  await test.step('they go into a file, of which the bank refuses one', () => payByFile(page))
  await test.step('the register is verified, and taken out as a document', async () => {
    await navigateInApp(page, '/purchase-register?from=2020-01-01')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.getByRole('button', { name: register('screen.verify') }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Registre intact' })).toBeVisible()
    await keepPictures(page, 'purchase-register', ['phone'])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: register('screen.pdf') }).click()
    const document = await readFile(await (await downloading).path())
    expect(document.subarray(0, 5).toString()).toBe('%PDF-')
    await keepPaper('purchase-register', document)
  })
  await test.step('a failed mail is seen among the jobs, and tried again', async () => {
    await navigateInApp(page, '/jobs')
    const tasks = page.getByRole('list', { name: jobs('tasks.title') }).getByRole('listitem')
    const mails = ['price-proposals', 'customer-notices', 'proposal-reminders', 'proposal-ends']
    const first = ['master-key', 'throttle-sweep', 'cart-sweep', 'correction-sweep']
    const rounds = [...first, ...mails, 'weekly-statistics', 'documents', 'housekeeping']
    const named = [...rounds, 'payment-sweep', 'delivery-sweep', 'export-sweep', 'text-picture-sweep', 'import-sweep']
    await expect(tasks.locator('strong')).toHaveText(named.map((name) => jobs(`task.${name}`)))
    const mail = page.getByRole('row').filter({ hasText: 'Error 550' })
    await expect(mail).toBeVisible()
    await keepPictures(page, 'jobs', ['phone'])
    await mail.getByRole('button', { name: new RegExp(jobs('retry')) }).click()
    await expect(page.getByText(jobs('retried'))).toBeVisible()
  })
  await context.close()
})
