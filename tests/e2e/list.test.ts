import { expect, test, type Page } from 'playwright/test'
import { languages } from '#domain/kernel/languages.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open } = prepareShell()
const design = readTexts('fr-FR', 'design')

test.describe('a list', () => {
  test('shows three actions of a row, and the others in a menu that closes half a second after the pointer left (SHELL-13)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin', '/design-system')
    const list = page.getByRole('region', { name: design('section.list') })
    const row = list.getByRole('row', { name: /Google Pixel 7/ })
    const actions = row.getByRole('cell').last().getByRole('button')
    const label = (name: 'open' | 'edit' | 'copy') => `${french.common(`action.${name}`)} Google Pixel 7`
    await expect(actions).toHaveCount(4)
    for (const [at, name] of [label('open'), label('edit'), label('copy')].entries())
      await expect(actions.nth(at)).toHaveAccessibleName(name)
    await expect(actions.nth(3)).toHaveAccessibleName(`${french.common('list.more')} Google Pixel 7`)
    await actions.nth(3).hover()
    const item = page.getByRole('menuitem', { name: french.common('action.delete') })
    await expect(item).toBeVisible()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.mouse.move(2, 2)
    await page.clock.runFor(450)
    await expect(item).toBeVisible()
    await page.clock.runFor(100)
    await page.clock.resume()
    await expect(item).toBeHidden()

    // A list of options says how many it leaves out, and finds them by writing.
    const field = page.getByRole('combobox', { name: design('list.long') }).first()
    await field.click()
    const options = page.getByRole('option').locator('visible=true')
    await expect(options).toHaveCount(31)
    await expect(options.last()).toHaveText('et 4 autres : appuyez pour les afficher, ou tapez')
    await field.press('ArrowUp')
    await field.press('Enter')
    await expect(field, 'the line cannot be chosen').toHaveValue('30')
    await field.fill('34')
    await expect(options).toHaveText(['34'])
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue('34')
    await context.close()
  })

  test('shows what the page before left in the address, once (SHELL-14)', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_manager', '/refurb-steps')
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await page.waitForURL('**/edit')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/refurb-steps?alert=*')
    const alert = page.getByRole('status').filter({ hasText: french.common('alert.saved') })
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: french.common('action.close') }).click()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(/\/refurb-steps$/)
    await context.close()
  })
})

const widths = [1280, 1440, 1920]

/** Headers of which a letter or the mark of the sorting lies outside their own cell, or outside what the list shows. */
function cutHeaders(page: Page): Promise<readonly string[]> {
  return page.getByRole('main').evaluate((main) => {
    const heads = [...main.querySelectorAll<HTMLElement>('[role=columnheader], thead th')]
    const [first] = heads
    const list = first?.closest<HTMLElement>('[role=grid]') ?? first?.closest('table')?.parentElement
    const right = list?.getBoundingClientRect().right ?? 0
    return heads.flatMap((head) => {
      const cell = head.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(head)
      const parts = [
        ...range.getClientRects(),
        ...[...head.querySelectorAll('svg')].map((mark) => mark.getBoundingClientRect()),
      ]
      const isWhole = parts.every(
        (part) =>
          part.left >= cell.left - 1 &&
          part.right <= Math.min(cell.right, right) + 1 &&
          part.top >= cell.top - 1 &&
          part.bottom <= cell.bottom + 1,
      )
      return isWhole ? [] : [head.textContent]
    })
  })
}

test('the headers of long lists are whole in every language, with the mark of their sorting', async ({ browser }) => {
  test.setTimeout(180_000)
  const { context, page } = await open(browser)
  // With the column of the selection, which leaves the others the least room.
  await signIn(page, 'admin')
  const cut: Record<string, readonly string[]> = {}
  for (const language of languages) {
    await page.evaluate((chosenLanguage) => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
      localStorage.setItem('user', JSON.stringify({ ...user, chosenLanguage }))
    }, language)
    await page.goto('/items-stock')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const path of ['/items-stock', '/buybacks']) {
      await navigateInApp(page, path)
      // The page before stands until this one is drawn.
      await expect(page.getByRole('main').locator(path === '/buybacks' ? 'table' : '[role=grid]')).toBeVisible()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('row').nth(3)).toBeVisible()
        cut[`${path} ${language} ${width}`] = await cutHeaders(page)
      }
    }
  }
  expect(Object.keys(cut)).toHaveLength(2 * languages.length * widths.length)
  expect(Object.entries(cut).filter(([, heads]) => heads.length > 0)).toEqual([])
  await context.close()
})
