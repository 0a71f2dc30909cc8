import { expect as soonExpected, test, type Page } from 'playwright/test'
import { pngOf } from '#tests/support/picture-files.ts'
import { keepPictures, officeSizes, takePictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')
const errors = readTexts('fr-FR', 'errors')

const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(`category.${name}`), exact: true })
const shown = async (page: Page) => (await page.locator('tbody tr strong').allInnerTexts()).map((name) => name.trim())
const search = (page: Page) => page.getByRole('searchbox', { name: texts('categories.search') })
const choose = async (page: Page, name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: texts(name) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the tree of categories is gone through by keys, narrowed in the address, and a list of cards on a phone (CAT-01, CAT-04)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'store_seller', '/categories/list')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('categories.title'))
  await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual(['Téléphonie', 'Smartphones'])
  const first = page.getByRole('row').nth(1)
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('row').nth(2)).toBeFocused()
  await expect(page.getByRole('link', { name: texts('categories.create') })).toHaveCount(0)
  await keepPictures(page, 'categories', ['phone', 'desk'])
  await search(page).fill('SMART')
  await search(page).press('Enter')
  await expect.poll(() => shown(page)).toEqual(['Téléphonie', 'Smartphones'])
  await page.waitForURL(/q=SMART/)
  await page.reload()
  await expect(search(page)).toHaveValue('SMART')
  await expect.poll(() => shown(page)).toEqual(['Téléphonie', 'Smartphones'])
  await search(page).fill('rien de tel')
  await search(page).press('Enter')
  await expect(page.getByRole('heading', { name: texts('categories.noMatch.title') })).toBeVisible()
  await context.close()
})

test('a category is created under another, changed, archived and taken back (CAT-02 to CAT-15)', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/categories/list')
  await page.getByRole('link', { name: texts('categories.create') }).click()
  await page.waitForURL('**/category/create')
  await page.getByRole('button', { name: texts('categories.create') }).click()
  // The only buyer need not be chosen.
  await expect(page.getByRole('combobox', { name: texts('category.buyer') })).not.toHaveValue('')
  await expect(page.getByText(french.common('codes.FORM_REQUIRED'))).toHaveCount(1)
  await expect(field(page, 'name')).toBeFocused()
  await field(page, 'name').fill('Casques audio')
  await expect(field(page, 'identifier')).toHaveValue('casques-audio')
  await field(page, 'identifier').fill('casques')
  await choose(page, 'category.parent', 'Audio')
  await field(page, 'childrenDescription').fill('Un <b>casque</b>')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'notice.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText(errors('PICTURE_TYPE_WRONG'))).toBeVisible()
  await file.setInputFiles({ name: 'casque.png', mimeType: 'image/png', buffer: Buffer.from(await pngOf(120, 120)) })
  await expect(page.getByText(errors('PICTURE_TYPE_WRONG'))).toHaveCount(0)
  await field(page, 'imageAlt').fill('Un casque')
  await field(page, 'defaultWeightGrams').fill('600')
  await choose(page, 'category.absorptionType', texts('absorptionType.percentage_controlled'))
  await field(page, 'absorptionValue').fill('12,5')
  await field(page, 'absorptionMax').fill('20')
  await page.getByRole('button', { name: texts('categories.create') }).click()
  await expect(page.getByText(french.common('codes.CATEGORY_TEXT_HTML'), { exact: true })).toBeVisible()
  await field(page, 'childrenDescription').fill('Choisissez votre casque')
  await page.getByRole('button', { name: texts('categories.create') }).click()
  // The identifier is another category's (CAT-06), and what was typed is still there.
  await expect(page.getByText(errors('CATEGORY_IDENTIFIER_TAKEN'))).toBeVisible()
  await expect(field(page, 'name')).toHaveValue('Casques audio')
  await field(page, 'identifier').fill('casques_2')
  await page.getByRole('button', { name: texts('categories.create') }).click()
  await page.waitForURL(/\/categories\/list\?alert=/)
  await expect.poll(() => shown(page)).toContain('Casques audio')

  // As small as the list shows it.
  const picture = page.getByRole('row').filter({ hasText: 'casques_2' }).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
  await page.getByRole('row').filter({ hasText: 'casques_2' }).press('Enter')
  await page.waitForURL(/\/category\/[^/]+\/edit$/)
  await expect(field(page, 'absorptionValue')).toHaveValue('12,5')
  await expect(field(page, 'absorptionMax')).toHaveValue('20')
  await expect(field(page, 'buyer')).not.toBeEditable()
  await takePictures(page, 'category-form', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.desk)
  await field(page, 'name').fill('Casques sans fil')
  await page.getByRole('button', { name: texts('form.save') }).click()
  await expect.poll(() => shown(page)).toContain('Casques sans fil')

  await page.getByRole('row').filter({ hasText: 'casques_2' }).press('Enter')
  await page.getByRole('button', { name: texts('category.archive') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('category.archive') })
    .click()
  await page.waitForURL(/\/categories\/list\?alert=/)
  const row = page.getByRole('row').filter({ hasText: 'casques_2' })
  await expect(row).toContainText(texts('categoryStatus.archived'))
  await row.press('Enter')
  await page.getByRole('button', { name: texts('category.takeBack') }).click()
  await expect(row).toContainText(texts('categoryStatus.active'))
  await context.close()
})

test('a category with products says what is left of it, and stays (CAT-14, CAT-15)', async ({ browser }) => {
  const { context, page } = await open(browser, { viewport: officeSizes.phone })
  await signIn(page, 'admin', '/categories/list?q=smartphones')
  await page.getByRole('row').filter({ hasText: 'Smartphones' }).press('Enter')
  await page.getByRole('button', { name: texts('category.archive') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(errors('CATEGORY_IN_USE'))).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([/^\d+ produits$/, '5 questions'])
  await dialog.getByRole('button', { name: texts('form.understood') }).click()
  await expectSoundScreen(page, 'a category on a phone')
  await context.close()
})
