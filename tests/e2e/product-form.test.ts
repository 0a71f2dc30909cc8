import sharp from 'sharp'
import { expect as soonExpected, test, type Page } from 'playwright/test'
import { keepPictures } from '#tests/support/pictures.ts'
import { openPage, visitSite } from '#tests/support/public-visit.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')
const common = readTexts('fr-FR', 'common')
const errors = readTexts('fr-FR', 'errors')

const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(`product.${name}`), exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: texts(`product.tab.${name}`) })
const price = (page: Page, grade: string) => page.getByRole('textbox', { name: texts(`price.${grade}`), exact: true })

/** A photo as a phone takes it: noise, which no compression makes small. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

test('a product is made by hand, published, and found and priced by customers (CAT-28 to CAT-40)', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/products')
  await page.getByRole('link', { name: texts('products.create') }).click()
  await page.waitForURL('**/product/create')
  // What is missing is said, and what was typed stays.
  await field(page, 'brand').fill('Zeta')
  await page.getByRole('button', { name: texts('products.create') }).click()
  await expect(page.getByText(common('codes.FORM_REQUIRED'))).toHaveCount(1)
  await expect(field(page, 'label')).toBeFocused()
  await field(page, 'label').fill('Zetaphone 12')
  await page.getByRole('combobox', { name: texts('product.mainCategory') }).click()
  await page.getByRole('option', { name: 'Smartphones', exact: true }).click()
  await page.getByRole('combobox', { name: texts('column.status') }).click()
  await page.getByRole('option', { name: texts('status.published'), exact: true }).click()
  // Codes are judged while they are typed.
  await field(page, 'gtin').fill('40063813339x')
  await expect(page.getByText(common('codes.PRODUCT_GTIN_SHAPE'))).toBeVisible()
  await field(page, 'gtin').fill('4006381333930')
  await expect(page.getByText(texts('product.gtinState.unchecked'))).toBeVisible()
  await field(page, 'gtin').fill('4006381333931')
  await field(page, 'tacCodes').fill('99112233, 99112234')
  await field(page, 'weightGrams').fill('187')
  await expect(page.getByText(texts('product.own'))).toHaveCount(1)
  await keepPictures(page, 'product-general', ['phone'])

  await tab(page, 'images').click()
  const [small, large] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').last()]
  await small.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText(errors('PICTURE_TYPE_WRONG'))).toBeVisible()
  await small.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo(900, 600) })
  await expect(page.getByText(common('picture.scaled'))).toBeVisible()
  await large.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: await photo(3000, 2000) })
  await expect(page.getByText(common('picture.scaled'))).toHaveCount(2)
  await expect(page.locator('main img[src^="data:"]')).toHaveCount(2)
  await keepPictures(page, 'product-images', ['phone'])

  // Six prices without the mouse.
  await tab(page, 'prices').click()
  await price(page, 'functional').focus()
  for (const amount of ['300', '321,45', '250', '200', '100', '60000']) {
    await page.keyboard.type(amount)
    if (amount !== '60000') await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText(common('codes.PRODUCT_PRICE_BOUNDS'))).toBeVisible()
  await expect(price(page, 'grade_e')).toBeFocused()
  await price(page, 'grade_e').fill('50')
  await keepPictures(page, 'product-prices', ['phone'])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/products\?/)
  await expect(page.getByText(common('alert.created'))).toBeVisible()

  const { rows } = await server().owner.query<{ id: string; bytes: Buffer }>(
    `select p.id, i.bytes from product p
     join picture i on i.account_id = p.account_id and p.image_hd = '/api/pictures/' || i.id where p.label = 'Zetaphone 12'`,
  )
  expect(rows[0]!.bytes.byteLength).toBeLessThanOrEqual(250_000)
  expect((await sharp(rows[0]!.bytes).metadata()).width).toBe(1600)

  const visit = await visitSite(browser, server().url)
  await openPage(visit.page, '/buyback/search/products?query=zetaphone')
  const card = visit.page.locator(`main a[href*="/buyback/create/${rows[0]!.id}"]`)
  await expect(card).toContainText('321,45')
  // A phone is sent what its place shows.
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 96)
  expect(visit.problems).toEqual([])
  await visit.context.close()
  await context.close()
})

test('prices are changed by hand and for many, after old and new were shown; two people are told of each other', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/products')
  const first = page.locator('tbody tr').first()
  const name = (await first.locator('strong').innerText()).trim()
  await first.getByRole('checkbox').check()
  await page.getByRole('button', { name: texts('bulk.rePrice') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: texts('rePrice.value') }).fill('10')
  await expect(dialog.getByRole('rowheader', { name, exact: true })).toBeVisible()
  await keepPictures(page, 'product-re-price', ['phone'])
  await dialog.getByRole('button', { name: /^Changer \d/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /1 produit a changé/ })).toBeVisible()

  // The name opens the product, whose history says so.
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.waitForURL('**/product/*/edit')
  await tab(page, 'prices').click()
  await expect(page.getByText(texts('history.origin.bulk')).first()).toBeVisible()
  await keepPictures(page, 'product-history', [])
  await price(page, 'grade_b').fill('77,70')
  const id = /product\/([^/]+)/.exec(page.url())![1]
  await server().owner.query(`update product set comment = 'faster' where id = $1`, [id])
  await page.getByRole('button', { name: texts('form.save') }).click()
  const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: common('form.reload') }) })
  await expect(alert).toBeVisible()
  await expect(price(page, 'grade_b')).toHaveValue(/77,7/)
  await alert.getByRole('button', { name: common('form.reload') }).click()
  // The form begins again on its first tab: one that is chosen before is not kept.
  await expect(alert).toHaveCount(0)
  await tab(page, 'general').click()
  await expect(field(page, 'comment')).toHaveValue('faster')
  await tab(page, 'diagnostic').click()
  await expect(page.getByText(texts('product.refurbText'))).toBeVisible()
  await keepPictures(page, 'product-diagnostic', ['phone'])
  await context.close()
})

test('a buyer opens its own prices and changes one', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'buyer_manager', '/own-prices')
  const name = page.locator('tbody tr').first().getByRole('link')
  await expect(name).toBeVisible()
  await keepPictures(page, 'own-prices', ['phone'])
  await name.click()
  await page.waitForURL('**/own-prices/*')
  await price(page, 'grade_a').fill('123,45')
  await keepPictures(page, 'own-prices-product', [])
  await page.getByRole('button', { name: texts('form.save') }).click()
  await page.waitForURL(/\/own-prices\?/)
  await expect(page.getByText(common('alert.saved'))).toBeVisible()
  await page.getByRole('link', { name: texts('ownPrices.import'), exact: true }).click()
  await page.waitForURL('**/own-prices/import')
  await expect(page.locator('input[type=file]')).toHaveCount(1)
  await keepPictures(page, 'own-prices-import', ['desk'])
  await context.close()
})
