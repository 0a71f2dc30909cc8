import { expect as soonExpected, test, type Page } from 'playwright/test'
import { newId } from '#api/db/new-id.ts'
import { goWithin } from '#tests/support/go-within.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')
const common = readTexts('fr-FR', 'common')
const warehouse = readTexts('fr-FR', 'warehouse')

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
     where p.account_id = (select account_id from user_account where email = 'admin@demo.example') and ${condition}
     order by search_text(p.label), p.id`,
    [grade],
  )
  return rows
}

const names = (page: Page) => page.locator('tbody tr strong')
const shown = async (page: Page) => (await names(page).allInnerTexts()).map((name) => name.trim())
const labels = (some: readonly Product[], count = 10) => some.slice(0, count).map(({ label }) => label)
const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(name) })
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
       where identifier = 'image' and account_id = (select account_id from user_account where email = 'admin@demo.example')
       returning account_id
     ), drafted as (
       insert into product (account_id, id, label, brand, main_category_id, status)
       select account_id, uuid_v7(), 'Hybride d’essai', 'Fuji', $1, 'draft' from made returning account_id, id
     )
     insert into product_price (account_id, product_id, grade, price_cents) select account_id, id, 'grade_b', 4321 from drafted`,
    [id, longName],
  )
})

test('a seller comes from the dashboard to the published products, by name', async ({ browser }) => {
  const { context, page } = await open(browser)
  await goWithin(page, '/products')
  await page.waitForURL('**/login*')
  await signIn(page, 'store_seller')
  await page
    .getByRole('navigation', { name: readTexts('fr-FR', 'home')('dashboard.shortcuts') })
    .getByRole('link', { name: french.shell('menu.products'), exact: true })
    .click()
  await page.waitForURL('**/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('products.title'))
  const published = await products(`p.status = 'published'`)
  await expect.poll(() => shown(page)).toEqual(labels(published))
  await expect(page.getByText(new RegExp(`^${published.length} résultats`))).toBeVisible()
  await expect(page.getByRole('columnheader', { name: texts('column.product') })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByRole('row').nth(1)).toContainText(texts('status.published'))
  await keepPictures(page, 'products')
  await context.close()
})

test('the list is sorted and paged, and the way back finds it as it was', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/products')
  await page.getByRole('combobox', { name: french.common('list.perPage') }).click()
  await expect(page.getByRole('option')).toHaveText(['5', '10', '15', '30'])
  await page.getByRole('option', { name: '5', exact: true }).click()
  const published = await products(`p.status = 'published'`)
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
  await context.close()
})

test('filters by category, status and words stand in the address', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_analyst', '/products')
  await expect(names(page)).toHaveCount(10)
  const category = page.getByRole('combobox', { name: texts('column.category') })
  await category.click()
  await category.pressSequentially('OBJECTIFS INTER', { delay: 60 })
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
  await search(page).pressSequentially('fuji', { delay: 60 })
  await search(page).press('Enter')
  await page.waitForURL(/q=fuji/)
  await page.reload()
  await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
  await expect(search(page)).toHaveValue('fuji')
  await keepPictures(page, 'products-filtered', ['desk'])
  await search(page).fill('rien de tel')
  await search(page).press('Enter')
  await expect(page.getByRole('heading', { name: texts('products.noMatch.title') })).toBeVisible()
  await expectSoundScreen(page, 'no product matches')
  await search(page).clear()
  await search(page).press('Enter')
  await page.getByRole('button', { name: common('filter.reset') }).click()
  await expect.poll(() => shown(page)).toEqual(labels(await products(`p.status = 'published'`)))
  await expect(page).toHaveURL(/\/products$/)
  await context.close()
})

test('the list opens with the filters with which it was left, until they are cleared (SHELL-57)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/products?status=draft&perPage=5&page=2')
  const drafts = await products(`p.status = 'draft'`)
  await expect(page.getByRole('combobox', { name: french.common('list.perPage') })).toHaveValue('5')
  await page.goto('/home')
  const asked = questionsOf(page)
  await page.goto('/products')
  await expect(page).toHaveURL(/\/products\?perPage=5&status=draft$/)
  await expect.poll(() => shown(page)).toEqual(labels(drafts, 5))
  expect(asked.every((question) => question.includes('status=draft'))).toBe(true)
  await page.getByRole('button', { name: common('filter.reset') }).click()
  await expect(page).toHaveURL(/\/products\?perPage=5$/)
  await page.goto('/home')
  await page.goto('/products')
  await expect(page).toHaveURL(/\/products\?perPage=5$/)
  const published = await products(`p.status = 'published'`)
  await expect.poll(() => shown(page)).toEqual(labels(published, 5))
  await context.close()
})

test('prices are asked for by grade, and never from above to below', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'buyer_manager', '/products')
  await choose(page, 'filter.grade', warehouse('grade.grade_e'))
  await field(page, 'filter.min').pressSequentially('10,5', { delay: 60 })
  await page.waitForURL(/minCents=1050/)
  await field(page, 'filter.max').pressSequentially('30', { delay: 60 })
  await page.waitForURL(/maxCents=3000/)
  const within = await products(`p.status = 'published' and r.price_cents between 1050 and 3000`, 'grade_e')
  expect(within.length).toBeGreaterThan(1)
  await expect.poll(() => shown(page)).toEqual(labels(within))
  const asked = questionsOf(page)
  await field(page, 'filter.max').fill('10')
  await expect(page.getByRole('alert')).toContainText(texts('filter.reversed.title'))
  for (const name of ['filter.min', 'filter.max'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => shown(page)).toEqual(labels(await products(`p.status = 'published'`)))
  expect(asked.filter((address) => address.includes('buybackPrice'))).toEqual([])
  await keepPictures(page, 'products-prices-reversed', ['desk'])
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(texts('filter.reversed.title'))
  await expect(field(page, 'filter.min')).toHaveValue('10,5')
  await expect(page.getByRole('combobox', { name: texts('filter.grade') })).toHaveValue(warehouse('grade.grade_e'))
  await expect(names(page)).toHaveCount(10)
  expect(asked.filter((address) => address.includes('buybackPrice'))).toEqual([])
  await field(page, 'filter.max').fill('60000')
  await expect(page.getByText(texts('filter.tooMuch').replace(/ ?\{\{amount\}\}/, ''))).toBeVisible()
  await page.waitForURL((url) => !url.search.includes('maxCents'))
  const above = await products(`p.status = 'published' and r.price_cents >= 1050`, 'grade_e')
  await expect.poll(() => shown(page)).toEqual(labels(above))
  await expect(field(page, 'filter.max'), 'what has to be corrected stays').toHaveValue('60000')
  await expect(field(page, 'filter.max')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: common('filter.reset') }).click()
  await expect(field(page, 'filter.max')).toHaveValue('')
  await expect(page.getByRole('group', { name: common('filter.show') }), 'the keys go on where they were').toBeFocused()
  await context.close()
})

test('on a phone the filters unfold, and a card holds every price', async ({ browser }) => {
  const { context, page } = await open(browser, { viewport: officeSizes.phone })
  await signIn(page, 'store_manager', '/products?status=draft&q=hybride')
  await expect.poll(() => shown(page)).toEqual(['Hybride d’essai'])
  await expect(page.locator('tbody')).toContainText(`${texts('price.grade_b')}43,21`)
  await expect(page.getByRole('combobox', { name: texts('column.status') })).toBeHidden()
  await page.getByRole('button', { name: `${common('filter.show')} (1)` }).click()
  await choose(page, 'column.status', texts('statusChoice.published'))
  await expect(page.getByRole('heading', { name: texts('products.noMatch.title') })).toBeVisible()
  await expectSoundScreen(page, 'products on a phone: unfolded')
  await page.goto('/products?minCents=200&maxCents=100')
  await expect(field(page, 'filter.max')).toHaveAttribute('aria-invalid', 'true')
  await context.close()
})

test('the message of the page before stands above the list until it is dismissed', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(
    page,
    'admin',
    `/products?status=all&alert=${encodeURIComponent('{"type":"success","message":"created"}')}`,
  )
  const message = page.getByRole('status').filter({ hasText: french.common('alert.created') })
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: french.common('action.close') }).click()
  await expect(message).toHaveCount(0)
  await expect(page).toHaveURL(/\/products\?status=all$/)
  await context.close()
})

test('without the server the list read last stays, and one that was never read says so', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  await page.clock.install()
  await page.goto('/products')
  await expect(names(page)).toHaveCount(10)
  await page.route('**/api/products?*', (route) => route.abort())
  await page
    .getByRole('link', { name: french.common('home'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(readTexts('fr-FR', 'home')('dashboard.title'))
  // What was read a moment ago is not asked for again.
  await page.clock.fastForward('01:00')
  await page.goBack()
  await expect(page.getByText(common('list.lastRead'))).toBeVisible({ timeout: 30_000 })
  await expect(names(page)).toHaveCount(10)
  await page.getByRole('button', { name: french.common('list.next') }).click()
  await expect(page.getByRole('alert')).toContainText(french.common('error.title'), { timeout: 30_000 })
  await expectSoundScreen(page, 'products that cannot be read')
  await page.unroute('**/api/products?*')
  await page.getByRole('button', { name: french.common('action.retry') }).click()
  await expect.poll(() => shown(page)).toEqual(labels((await products(`p.status = 'published'`)).slice(10)))
  await context.close()
})
