import { readFile } from 'node:fs/promises'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { expect as soonExpected, test, type Page } from 'playwright/test'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { hasOfficeSuite, savedByOfficeSuite } from '#tests/support/office-suite.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 60_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog-import')
const exported = readTexts('fr-FR', 'catalog-export')
const catalog = readTexts('fr-FR', 'catalog')

const fill = (key: string, facts: Readonly<Record<string, string>>) =>
  texts(key).replaceAll(/{{(\w+)}}/g, (_, name: string) => facts[name] ?? '')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

/** Products of the account with their prices. */
const catalogNow = async () => {
  const { rows: found } = await server().owner.query<{ line: string }>(
    `select concat_ws(' ', p.id, p.label, p.gtin, p.buyer_reference, (select string_agg(x.grade || x.price_cents, ' '
       order by x.grade) from product_price x where x.account_id = p.account_id and x.product_id = p.id)) as line
     from product p where p.account_id = (select account_id from user_account
       where email = 'store_manager@demo.example') order by p.id`,
  )
  return found.map(({ line }) => line)
}

test('a manager exports a workbook, changes a price in it, imports the sheet that is meant, and takes it back', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const { context, page } = await open(browser)
  page.setDefaultTimeout(60_000)
  await signIn(page, 'root_management_unit_manager')
  const before = await catalogNow()
  await navigateInApp(page, '/products')
  await page.getByRole('link', { name: catalog('export'), exact: true }).click()
  await page.getByRole('radio', { name: exported('content.products.name') }).check()
  await press(page, exported('export'))
  const coming = page.waitForEvent('download')
  await press(page, exported('downloadBook'))
  const given = new Uint8Array(await readFile(await (await coming).path()))

  // Where LibreOffice is installed, it has opened and saved the file.
  const saved = hasOfficeSuite ? await savedByOfficeSuite(given, 'xlsx', 'xlsx') : given
  const book = await openXlsx(saved)
  const sheet = book.sheets[0]!
  const price = sheet.rows[0]!.indexOf('price_grade_a')
  const line = sheet.rows.findIndex((row, at) => at > 0 && typeof row[price] === 'number')
  book.sheets.push({ ...sheet, name: 'Tarifs de l’an dernier', rows: sheet.rows.map((row) => [...row]) })
  const label = String(sheet.rows[line]![sheet.rows[0]!.indexOf('label')])
  const was = Number(sheet.rows[line]![price])
  sheet.rows[line]![price] = was + 7.5
  const buffer = Buffer.from(await saveXlsx(book))

  await navigateInApp(page, '/products')
  await page.getByRole('link', { name: catalog('import'), exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'catalogue.xlsx', mimeType: workbookType, buffer })
  await keepPictures(page, 'catalog-workbook-choose', [])
  await press(page, texts('choose.check'))
  // Both sheets name the columns, so that the manager says which is meant, by the keyboard.
  await expect(page.getByRole('alert').filter({ hasText: texts('check.sheetOpen') })).toBeVisible()
  await keepPictures(page, 'catalog-workbook-sheets', ['desk', 'phone'], { fitting: ['tablet'] })
  const field = page.getByRole('combobox', { name: texts('check.sheet'), exact: true })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveValue('products')
  await expect(field).toBeFocused()
  await keepPictures(page, 'catalog-workbook-sheet', ['desk'], { fitting: ['tablet'] })
  await press(page, fill('check.try_other', { formatted: new Intl.NumberFormat('fr-FR').format(before.length) }))
  await expect(page.getByText(texts('trial.text'))).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(label)
  await keepPictures(page, 'catalog-workbook-trial', [], { fitting: ['tablet'] })
  expect(await catalogNow()).toEqual(before)
  await press(page, fill('trial.start_one', { count: '1', formatted: '1' }))
  await expect(page.getByText(texts('status.success'), { exact: true })).toBeVisible()
  const after = await catalogNow()
  expect(after.filter((one, at) => one !== before[at])).toHaveLength(1)
  expect(after.join('\n')).toContain(`grade_a${Math.round((was + 7.5) * 100)}`)
  await keepPictures(page, 'catalog-workbook-done', [])

  await page
    .getByRole('link', { name: texts('history'), exact: true })
    .first()
    .click()
  await expect(rows(page).first()).toContainText('catalogue.xlsx')
  await rows(page).first().getByRole('button').click()
  const panel = page.getByRole('dialog')
  await keepPictures(page, 'catalog-workbook-panel', [])
  await panel.getByRole('button', { name: texts('undo.start'), exact: true }).click()
  await page
    .getByRole('dialog', { name: texts('undo.ask.title') })
    .getByRole('button', { name: texts('undo.start'), exact: true })
    .click()
  await expect(panel.getByRole('region', { name: texts('undo.title'), exact: true })).toBeVisible()
  expect(await catalogNow()).toEqual(before)
  await context.close()
})
