import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import { fileColumns } from '#domain/catalog-files/translated-columns.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { takeContext } from '#tests/support/browser-pool.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const texts = readTexts('fr-FR', 'catalog-export')
const catalog = readTexts('fr-FR', 'catalog')
/** An export that takes its time, as the server tells it. */
const underWay = {
  id: '1',
  url: null,
  workbook_url: null,
  pieces: [],
  entries_count: null,
  waits_for: null,
  progress: { done: 1_000, of: 4_000 },
  error: null,
}
let app: AppServer
let accountId: string

prepareApp(50, async (started) => {
  app = started
  accountId = (
    await one<{ id: string }>(`select account_id as id from user_account where email = 'store_manager@demo.example'`)
  ).id
})

async function one<T>(text: string, ...values: readonly unknown[]): Promise<T> {
  const { rows } = await app.owner.query(text, [...values])
  return rows[0] as T
}
async function as(browser: Browser, type: UserType) {
  const context = await takeContext(browser, { baseURL: app.url, viewport: sizes.desk, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, type, null)
  return { context, page }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const address = () => `/accounts/${accountId}/catalog-export`

/** Downloads the file that the page offers; answers its name and its lines by column. */
async function download(page: Page) {
  const downloading = page.waitForEvent('download')
  await button(page, texts('download')).click()
  const file = await downloading
  const text = await readFile(await file.path(), 'utf8')
  const lines: readonly Readonly<Record<string, string>>[] = parse(text, { bom: true, delimiter: ';', columns: true })
  return { name: file.suggestedFilename(), head: text.split('\r\n')[0], lines }
}

test('a manager exports the products and opens a file that holds what the database does (IO-17 to IO-25)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'root_management_unit_manager')
  await navigateInApp(page, '/products')
  await page.getByRole('link', { name: catalog('export'), exact: true }).click()
  await page.waitForURL(`**${address()}`)
  await expect(button(page, texts('export'))).toBeDisabled()
  await keepPictures(page, 'catalog-export', ['phone'])
  await page.getByRole('radio', { name: texts('content.products.name') }).check()
  const [started] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/exports')),
    button(page, texts('export')).click(),
  ])
  expect(new URL(started.url()).searchParams.get('account_id')).toBe(accountId)
  await expect(page.getByText(texts('running.products'))).toBeVisible()
  await keepPictures(page, 'catalog-export-running', [])

  const { count } = await one<{ count: number }>(
    `select count(*)::int as count from product where account_id = $1`,
    accountId,
  )
  await expect(page.getByText(`${count} produits exportés`)).toBeVisible()
  await keepPictures(page, 'catalog-export-ready', ['phone'])
  const { name, head, lines } = await download(page)
  expect(name).toMatch(/^products-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(head).toBe(`\uFEFF${fileColumns('products', 'fr-FR').join(';')}`)
  expect(lines).toHaveLength(count)
  const { stored } = await one<{ stored: readonly Readonly<Record<string, string>>[] }>(
    `select json_agg(json_build_object('id', p.id, 'label', p.label, 'main_category', c.identifier, 'status', p.status,
       'price_grade_a', coalesce((select to_char(i.price_cents / 100.0, 'FM999990.00') from product_price i
         where i.account_id = p.account_id and i.product_id = p.id and i.grade = 'grade_a'), '')) order by p.id) as stored
     from product p join category c on c.account_id = p.account_id and c.id = p.main_category_id where p.account_id = $1`,
    accountId,
  )
  expect(
    lines.map(({ id, label, main_category, status, price_grade_a }) => ({
      id,
      label,
      main_category,
      status,
      price_grade_a,
    })),
  ).toEqual(stored)

  // The next one begins with nothing chosen.
  await button(page, texts('new')).click()
  await expect(button(page, texts('export'))).toBeDisabled()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  // One that takes its time says how far it is; it is cancelled, and the page loads afresh (IO-20).
  await page.route('**/api/diagnostic-questions/exports/*', (route) => route.fulfill({ json: underWay }))
  await page.route('**/api/diagnostic-questions/exports/*/cancel', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('radio', { name: texts('content.diagnostic.name') }).check()
  await button(page, texts('export')).click()
  await expect(page.getByText(/1\s000 lignes sur 4\s000/)).toBeVisible()
  await keepPictures(page, 'catalog-export-progress', ['desk'], { fitting: ['tablet'] })
  await Promise.all([page.waitForEvent('load'), button(page, texts('cancel')).click()])
  await expect(button(page, texts('export'))).toBeDisabled()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await context.close()
})

test('a buyer exports categories and questions, and goes on to the dashboard (IO-16, IO-18, IO-23, IO-26)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'buyer_manager')
  const root = await one<{ id: string }>(
    `select id from organization where account_id = $1 and type = 'root_management_unit'`,
    accountId,
  )
  await navigateInApp(page, '/categories/list')
  await page.getByRole('link', { name: catalog('export'), exact: true }).click()
  await page.waitForURL(`**${address()}`)
  await navigateInApp(page, `/exports/${root.id}`)
  for (const [content, table] of [
    ['categories', 'category'],
    ['diagnostic', 'answer'],
  ] as const) {
    await page.getByRole('radio', { name: texts(`content.${content}.name`) }).check()
    await page.keyboard.press('Enter')
    await expect(button(page, texts('download'))).toBeVisible()
    const { lines } = await download(page)
    const { ids } = await one<{ ids: readonly string[] }>(
      `select array_agg(id::text) as ids from ${table} where account_id = $1`,
      accountId,
    )
    expect(lines).toHaveLength(ids.length)
    expect(new Set(lines.map((line) => line[content === 'diagnostic' ? 'answer_id' : 'id']))).toEqual(new Set(ids))
    if (content === 'categories') await button(page, texts('new')).click()
  }
  await page.getByRole('link', { name: texts('dashboard') }).click()
  await page.waitForURL('**/home')
  await context.close()
})
