import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { csvOf } from '#tests/support/csv-file.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 30_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog-import')
const catalog = readTexts('fr-FR', 'catalog')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')

const fill = (key: string, facts: Readonly<Record<string, string>>) =>
  texts(key).replaceAll(/{{(\w+)}}/g, (_, name: string) => facts[name] ?? '')

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  page.setDefaultTimeout(20_000)
  await signIn(page, type)
  return { context, page }
}

const valueOf = async (text: string) =>
  (await server().owner.query<{ value: string }>(text)).rows.map(({ value }) => String(value))
const ownAccount = `(select account_id from user_account where email = 'store_manager@demo.example')`
const choose = (page: Page, csv: string, name = 'fichier.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page) => page.locator('[aria-current=step]')
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(texts(`report.${name}`), { exact: true }) })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('a manager imports products from their list over four steps, and reads in the history how that went (IO-01 to IO-14)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'root_management_unit_manager')
  await navigateInApp(page, '/products')
  await page.getByRole('link', { name: catalog('import'), exact: true }).click()
  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('title'))

  // Choose csv: without a file nothing travels.
  await expect(step(page)).toHaveText(texts('step.choose'))
  await press(page, texts('choose.check'))
  await expect(page.getByText(texts('choose.missing'))).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: texts('choose.template') }).click()
  expect((await download).suggestedFilename()).toBe('products-generic.csv')

  // What is no CSV of products is told so.
  await choose(page, 'name;colour\nPhone;red\n')
  await press(page, texts('choose.check'))
  await expect(page.getByRole('alert').filter({ hasText: errors('IMPORT_COLUMN_MISSING') })).toContainText(
    'EAN ou GTIN (gtin), Référence du repreneur (buyer_reference)',
  )
  await press(page, texts('check.other'))

  const line = {
    label: 'Téléphone importé',
    buyer_reference: 'IMPORT-1',
    main_category: 'smartphones',
    colour: 'rouge',
  }
  await choose(
    page,
    csvOf([
      { ...line, price_grade_a: '120,50' },
      { ...line, buyer_reference: 'IMPORT-2', label: 'x', price_grade_a: '1' },
      { ...line, buyer_reference: 'RN-00001', label: 'Renommé', price_grade_a: '200' },
    ]),
    'produits.csv',
  )
  await press(page, texts('choose.check'))
  await expect(step(page)).toHaveText(texts('step.loading'))
  await expect(page.getByText(fill('check.unknown', { columns: 'colour' }))).toBeVisible()
  await keepPictures(page, 'catalog-import-check', ['phone'])

  // The file is not forgotten by a slip.
  await page.getByRole('link', { name: texts('history'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: common('leave.stay') })
    .click()
  await press(page, fill('check.try_other', { formatted: '3' }))
  await expect(page).toHaveURL(/import=[0-9a-f-]{36}/)
  // Nothing is written before the whole file is looked at, and each change with it.
  await expect(page.getByText(texts('trial.text'))).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expectSoundScreen(page, 'what an import will do')
  await keepPictures(page, 'catalog-import-trial', ['tablet', 'desk'])
  await press(page, fill('trial.start_other', { formatted: '2' }))
  await expect(step(page)).toHaveText(texts('step.done'))
  await expect(fact(page, 'found')).toContainText('3')
  await expect(fact(page, 'inserted')).toContainText('1')
  await expect(fact(page, 'updated')).toContainText('1')
  await expect(fact(page, 'ignored')).toContainText('1')
  await expect(page.getByText(texts('status.success_with_ignored'))).toBeVisible()
  const ignored = page.getByRole('region', { name: texts('report.ignoredLines') }).getByRole('listitem')
  await expect(ignored).toContainText([/Ligne 3.*label.*2.*255/s])
  await expectSoundScreen(page, 'an import that is done')
  expect(
    await valueOf(`select label as value from product where account_id = ${ownAccount}
    and buyer_reference in ('IMPORT-1', 'IMPORT-2', 'RN-00001') order by buyer_reference`),
  ).toEqual(['Téléphone importé', 'Renommé'])
  // A reload stands where the import does.
  await page.reload()
  await expect(step(page)).toHaveText(texts('step.done'))

  await page
    .getByRole('link', { name: texts('history'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}\/catalog-imports$/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(
    fill('contentBy', { content: texts('content.products'), strategy: texts('strategy.generic') }),
  )
  await expect(rows(page).first()).toContainText(texts('status.success_with_ignored'))
  await rows(page).first().getByRole('button').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('produits.csv')).toBeVisible()
  for (const name of ['created', 'queued', 'started', 'ended'])
    await expect(panel.getByText(texts(`panel.${name}`), { exact: true })).toBeVisible()
  const left = panel.getByRole('region', { name: texts('report.ignoredLines') })
  await expect(left.getByRole('listitem')).toHaveCount(1)
  await expectSoundScreen(page, 'the panel of an import')
  // What it wrote is taken back as one.
  await panel.getByRole('button', { name: texts('undo.start'), exact: true }).click()
  await page
    .getByRole('dialog', { name: texts('undo.ask.title') })
    .getByRole('button', { name: texts('undo.start'), exact: true })
    .click()
  await expect(panel.getByRole('region', { name: texts('undo.title'), exact: true })).toBeVisible()
  expect(
    await valueOf(`select label as value from product where account_id = ${ownAccount}
    and buyer_reference in ('IMPORT-1', 'RN-00001') order by buyer_reference`),
  ).toHaveLength(1)
  await keepPictures(page, 'catalog-import-undone', ['tablet', 'desk'])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await context.close()
})
