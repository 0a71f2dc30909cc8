import { expect as soonExpected, test, type Page } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')
const common = readTexts('fr-FR', 'common')

/** A category whose name is longer than what a select shows of it. */
const longName = 'Appareils photo hybrides, objectifs interchangeables et accessoires'
const shortName = 'Appareils photo hybrides, objectifs int…'

interface Product {
  readonly label: string
  readonly status: string
  readonly cents: number | null
}

/** Products of the demo account in the order of the list, with one price of each. */
async function products(condition: string, grade = 'grade_a'): Promise<readonly Product[]> {
  const { rows } = await server().owner.query<Product>(
    `select p.label, p.status, r.price_cents as cents from product p
     left join product_price r on r.account_id = p.account_id and r.product_id = p.id and r.grade = $1
     where p.account_id = (select account_id from user_account where email = 'store_manager@demo.example') and ${condition}
     order by search_text(p.label), p.id`,
    [grade],
  )
  return rows
}

const names = (page: Page) => page.locator('tbody tr strong')
const shown = async (page: Page) => (await names(page).allInnerTexts()).map((name) => name.trim())
const labels = (some: readonly Product[], count = 10) => some.slice(0, count).map(({ label }) => label)
const choose = async (page: Page, name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: texts(name) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const search = (page: Page) => page.getByRole('searchbox', { name: texts('products.search') })

/** What the page asks the server for from now on. */
function questionsOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/products') asked.push(decodeURIComponent(request.url()))
  })
  return asked
}

test.beforeAll(async () => {
  const id = newId()
  await server().owner.query(
    `with made as (
       insert into category (account_id, id, identifier, name, parent_category_id, position)
       select account_id, $1, 'hybrides', $2, id, 99 from category
       where identifier = 'image' and account_id = (select account_id from user_account where email = 'store_manager@demo.example')
       returning account_id
     ), drafted as (
       insert into product (account_id, id, label, brand, main_category_id, status)
       select account_id, uuid_v7(), 'Hybride d’essai', 'Fuji', $1, 'draft' from made returning account_id, id
     )
     insert into product_price (account_id, product_id, grade, price_cents) select account_id, id, 'grade_b', 4321 from drafted`,
    [id, longName],
  )
})

test('products are sorted, paged and narrowed, and the list opens as it was left (CAT-23 to CAT-26, SHELL-57)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/products')
  const published = await products(`p.status = 'published'`)
  await test.step('pages and order', async () => {
    await expect.poll(() => shown(page)).toEqual(labels(published))
    await expect(page.getByText(new RegExp(`^${published.length} résultats`))).toBeVisible()
    await keepPictures(page, 'products', ['phone', 'desk'])
    await page.getByRole('combobox', { name: french.common('list.perPage') }).click()
    await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '30'])
    await page.getByRole('option', { name: '5', exact: true }).click()
    await expect.poll(() => shown(page)).toEqual(labels(published, 5))
    await page.getByRole('button', { name: french.common('list.next') }).click()
    await expect.poll(() => shown(page)).toEqual(labels(published.slice(5), 5))
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(labels(published.slice(5), 5))
    await page.goBack()
    await expect.poll(() => shown(page)).toEqual(labels(published, 5))
    const head = page.getByRole('columnheader', { name: texts('price.grade_a') })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    const dearest = Math.max(...published.map(({ cents }) => cents ?? 0))
    await expect(page.locator(`tbody td[data-label="${texts('price.grade_a')}"]`).first()).toHaveText(
      new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(dearest / 100),
    )
    await expect(page).toHaveURL(/sort=buybackPriceGradeA/)
  })
  await test.step('category, status and words stand in the address', async () => {
    await navigateInApp(page, '/products?perPage=5')
    await expect.poll(() => shown(page)).toEqual(labels(published, 5))
    const category = page.getByRole('combobox', { name: texts('column.category') })
    await category.click()
    await category.fill('OBJECTIFS INTER')
    // Below the category that it belongs to; its whole name is read, and seen under the pointer.
    await expect(page.getByRole('option')).toHaveCount(2)
    const option = page.getByRole('option', { name: longName })
    await page.mouse.move(0, 0)
    await expect(option.getByText(shortName)).toBeVisible()
    await option.hover()
    await expect(option.getByText(shortName)).toBeHidden()
    await option.click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: texts('products.noMatch.title') })).toBeVisible()
    await choose(page, 'column.status', texts('statusChoice.draft'))
    await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
    await expect(page.getByRole('row').nth(1)).toContainText(longName)
    await expect(page.getByText(shortName, { exact: true }).filter({ visible: true })).toHaveCount(1)
    await search(page).fill('fuji')
    await search(page).press('Enter')
    await page.waitForURL(/q=fuji/)
    await page.reload()
    await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
    await expect(search(page)).toHaveValue('fuji')
  })
  await test.step('the list opens with the filters with which it was left, until they are cleared', async () => {
    await page.goto('/home')
    const asked = questionsOf(page)
    await page.goto('/products')
    await expect(page).toHaveURL(/[?&]perPage=5\b/)
    await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
    expect(asked.every((question) => question.includes('status') && question.includes('draft'))).toBe(true)
    await search(page).clear()
    await search(page).press('Enter')
    await page.getByRole('button', { name: common('filter.reset') }).click()
    await expect.poll(() => shown(page)).toEqual(labels(published, 5))
    await page.goto('/home')
    await page.goto('/products')
    await expect(page).toHaveURL(/\/products\?perPage=5$/)
    await expect.poll(() => shown(page)).toEqual(labels(published, 5))
  })
  await test.step('on a phone the filters unfold, and a card holds every price', async () => {
    await page.setViewportSize(officeSizes.phone)
    await navigateInApp(page, '/products?status=draft&q=hybride')
    await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
    await expect(page.locator('tbody')).toContainText(`${texts('price.grade_b')}43,21`)
    await expect(page.getByRole('combobox', { name: texts('column.status') })).toBeHidden()
    await page.getByRole('button', { name: `${common('filter.show')} (1)` }).click()
    await choose(page, 'column.status', texts('statusChoice.published'))
    await expect(page.getByRole('heading', { name: texts('products.noMatch.title') })).toBeVisible()
    await expectSoundScreen(page, 'products on a phone: unfolded')
    await navigateInApp(page, '/products?minCents=200&maxCents=100')
    await expect(page.getByRole('textbox', { name: texts('filter.max') })).toHaveAttribute('aria-invalid', 'true')
  })
  await context.close()
})
