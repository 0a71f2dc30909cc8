import { expect as soonExpected, test, type Page } from 'playwright/test'
import { goWithin } from '#tests/support/go-within.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { officeSizes } from '#tests/support/pictures.ts'
import { french, prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')

const shown = async (page: Page) => (await page.locator('tbody tr strong').allInnerTexts()).map((name) => name.trim())
const search = (page: Page) => page.getByRole('searchbox', { name: texts('categories.search') })

test('a seller sees the tree of categories, and goes through it by keys (CAT-01, CAT-04)', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'store_seller', '/categories/list')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('categories.title'))
  await expect.poll(async () => (await shown(page)).slice(0, 2)).toEqual(['Téléphonie', 'Smartphones'])
  const first = page.getByRole('row').nth(1)
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('row').nth(2)).toBeFocused()
  await expectSoundScreen(page, 'categories')
  await context.close()
})

test('the filter stands in the address, keeps what stands above, and survives a reload', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/categories/list')
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
  await expectSoundScreen(page, 'no category matches')
  await context.close()
})

test('on a phone the categories are cards, and a failure can be tried again', async ({ browser }) => {
  const { context, page } = await open(browser, { viewport: officeSizes.phone })
  await signIn(page, 'store_manager')
  await page.route('**/api/categories?*', (route) => route.fulfill({ status: 500, json: {} }))
  await goWithin(page, '/categories/list')
  await expect(page.getByRole('alert')).toContainText(french.common('error.title'), { timeout: 30_000 })
  await page.unroute('**/api/categories?*')
  await page.getByRole('button', { name: french.common('action.retry') }).click()
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(5)
  await expectSoundScreen(page, 'categories on a phone')
  await context.close()
})
