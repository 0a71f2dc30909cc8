import { expect, test, type Page } from 'playwright/test'
import { languages } from '#domain/kernel/languages.ts'
import { prepareShell, signIn } from '#tests/support/shell.ts'

const { open } = prepareShell()
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

for (const [path, user] of [
  ['/items-stock', 'warehouse_manager'],
  ['/buybacks', 'root_management_unit_manager'],
] as const)
  test(`the headers of ${path} are whole in every language, with the mark of their sorting`, async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, user)
    const cut: Record<string, readonly string[]> = {}
    for (const language of languages) {
      await page.evaluate((chosenLanguage) => {
        const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
        localStorage.setItem('user', JSON.stringify({ ...user, chosenLanguage }))
      }, language)
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('row').nth(3)).toBeVisible()
        cut[`${language} ${width}`] = await cutHeaders(page)
      }
    }
    expect(Object.keys(cut)).toHaveLength(languages.length * widths.length)
    expect(Object.entries(cut).filter(([, heads]) => heads.length > 0)).toEqual([])
    await context.close()
  })
