import { readFile } from 'node:fs/promises'
import { expect as soonExpected, test, type Browser, type Locator, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 60_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog-import')
const catalog = readTexts('fr-FR', 'catalog')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')

const fill = (key: string, facts: Readonly<Record<string, string>>) =>
  texts(key).replaceAll(/{{(\w+)}}/g, (_, name: string) => facts[name] ?? '')

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  page.setDefaultTimeout(60_000)
  await signIn(page, type)
  return { context, page }
}

const valueOf = async (text: string) =>
  (await server().owner.query<{ value: string }>(text)).rows.map(({ value }) => String(value))
const ownAccount = `(select account_id from user_account where email = 'store_manager@demo.example')`
/** What the flow writes: reference, name, GTIN and price in cents of each product. */
const catalogNow = () =>
  valueOf(`select concat_ws(' ', p.buyer_reference, p.label, coalesce(p.gtin, 'null'), coalesce(x.price_cents::text, 'null'))
    as value from product p left join product_price x on x.account_id = p.account_id and x.product_id = p.id
    and x.grade = 'grade_a' where p.account_id = ${ownAccount}
    and (p.buyer_reference like 'IMPORT-%' or p.buyer_reference = 'RN-00001') order by p.buyer_reference`)
const choose = (page: Page, csv: string, name = 'fichier.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page) => page.locator('[aria-current=step]')
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(texts(`report.${name}`), { exact: true }) })
/** Takes back the import that is shown, within its panel or page. */
async function undo(page: Page, within: Page | Locator): Promise<void> {
  await within.getByRole('button', { name: texts('undo.start'), exact: true }).click()
  await page
    .getByRole('dialog', { name: texts('undo.ask.title') })
    .getByRole('button', { name: texts('undo.start'), exact: true })
    .click()
  await expect(within.getByRole('region', { name: texts('undo.title'), exact: true })).toBeVisible()
}
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('a manager imports products from their list, mends what is refused, and takes it all back (IO-01 to IO-14)', async ({
  browser,
}) => {
  test.setTimeout(300_000)
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

  const gtin = '3467820001236'
  const [known = ''] = await valueOf(
    `update product set gtin = '${gtin}' where account_id = ${ownAccount} and buyer_reference = 'RN-00001' returning id as value`,
  )
  const asItWas = await catalogNow()
  // As a spreadsheet saves a list: the GTIN is mangled, amounts bear their currency, and three lines are wrong.
  const mangled = [
    'sep=;',
    'id;label;buyer_reference;gtin;main_category;colour;price_grade_a',
    `${known};Renommé;RN-00001;3,46782E+12;smartphones;rouge;1 200,00 €`,
    ';Téléphone importé;IMPORT-1;;smartphones;rouge;120,50',
    ';x;IMPORT-2;;smartphones;rouge;1',
    ';Téléphone trois;IMPORT-3;;inconnue;rouge;110,00 €',
    ';Téléphone quatre;IMPORT-4;;smartphones;rouge;cher',
  ]
  await choose(page, mangled.join('\r\n'), 'produits.csv')
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
  await press(page, fill('check.try_other', { formatted: '5' }))
  await expect(page).toHaveURL(/import=[0-9a-f-]{36}/)
  // Nothing is written before the whole file is looked at, and each change with it.
  await expect(page.getByText(texts('trial.text'))).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  const left = page.getByRole('region', { name: texts('report.ignoredLines') }).getByRole('listitem')
  const refusals = [
    /Ligne 4.*IMPORT-2.*label.*2.*255/s,
    /Ligne 5.*IMPORT-3.*main_category.*inconnue/s,
    /Ligne 6.*IMPORT-4.*price_grade_a.*cher/s,
  ]
  await expect(left).toHaveText(refusals)
  await expect(page.getByRole('region', { name: texts('notice.title') })).toContainText('3,46782E+12')
  await keepPictures(page, 'catalog-import-trial', ['desk'], { fitting: ['tablet'] })
  expect(await catalogNow()).toEqual(asItWas)
  await press(page, fill('trial.start_other', { formatted: '2' }))
  await expect(step(page)).toHaveText(texts('step.done'))
  for (const [name, count] of Object.entries({ found: 5, inserted: 1, updated: 1, ignored: 3 }))
    await expect(fact(page, name)).toContainText(String(count))
  await expect(page.getByText(texts('status.success_with_ignored'))).toBeVisible()
  await expect(left).toHaveText(refusals)
  await expectSoundScreen(page, 'an import that is done')
  expect(await catalogNow()).toEqual(['IMPORT-1 Téléphone importé null 12050', `RN-00001 Renommé ${gtin} 120000`])
  // A reload stands where the import does.
  await page.reload()
  await expect(step(page)).toHaveText(texts('step.done'))

  // The refused lines come back as a file, which is mended and given in again.
  const returned = page.waitForEvent('download')
  await press(page, texts('files.refused'))
  const refused = await returned
  expect(refused.suggestedFilename()).toBe('produits-refused.csv')
  const mended = (await readFile(await refused.path(), 'utf8'))
    .replace(';x;', ';Téléphone deux;')
    .replace(';inconnue;', ';smartphones;')
    .replace(';cher;', ';90,00 €;')
  expect(mended.match(/Téléphone deux|smartphones|90,00 €/g)).toHaveLength(5)
  await press(page, texts('done.again'))
  await expect(step(page)).toHaveText(texts('step.choose'))
  await choose(page, mended, 'produits-refused.csv')
  await press(page, texts('choose.check'))
  await press(page, fill('check.try_other', { formatted: '3' }))
  await press(page, fill('trial.start_other', { formatted: '3' }))
  await expect(step(page)).toHaveText(texts('step.done'))
  await expect(fact(page, 'inserted')).toContainText('3')
  await expect(page.getByText(texts('status.success'), { exact: true })).toBeVisible()
  expect((await catalogNow()).filter((one) => one.startsWith('IMPORT-'))).toEqual([
    'IMPORT-1 Téléphone importé null 12050',
    'IMPORT-2 Téléphone deux null 100',
    'IMPORT-3 Téléphone trois null 11000',
    'IMPORT-4 Téléphone quatre null 9000',
  ])
  // What it wrote is taken back as one.
  await undo(page, page)
  await keepPictures(page, 'catalog-import-undone', ['tablet'])

  await page
    .getByRole('link', { name: texts('history'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}\/catalog-imports$/)
  await expect(rows(page)).toHaveCount(2)
  await keepPictures(page, 'catalog-import-history', ['tablet'])
  await expect(rows(page).first()).toContainText(texts('undo.status.done'))
  const first = rows(page).last()
  await expect(first).toContainText(
    fill('contentBy', { content: texts('content.products'), strategy: texts('strategy.generic') }),
  )
  await expect(first).toContainText('1 en plus, 1 modifiée, 3 ignorées')
  await expect(first).toContainText(texts('status.success_with_ignored'))
  await first.getByRole('button').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('produits.csv')).toBeVisible()
  for (const name of ['created', 'queued', 'started', 'ended'])
    await expect(panel.getByText(texts(`panel.${name}`), { exact: true })).toBeVisible()
  await expect(panel.getByRole('region', { name: texts('report.ignoredLines') }).getByRole('listitem')).toHaveCount(3)
  await expectSoundScreen(page, 'the panel of an import')
  await undo(page, panel)
  await keepPictures(page, 'catalog-import-panel', ['tablet'])
  expect(await catalogNow()).toEqual(asItWas)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await context.close()
})
