import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from 'playwright/test'
import { french, signIn, sizes, prepareShell } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open, server } = prepareShell()

test.describe('the design system', () => {
  test('shortens a long list, counts the others, and caps what scrolls at 90vh', async ({ browser }) => {
    const { context, page } = await open(browser, { viewport: sizes.phone })
    await signIn(page, 'admin')
    await page.goto('/design-system')
    const list = page.getByRole('list', { name: readTexts('fr-FR', 'design')('list.long') })
    await expect(list.getByRole('listitem')).toHaveCount(30)
    await page.getByRole('button', { name: 'et 4 autres' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(34)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: french.common('keys.title') })
    await expect(keys).toBeVisible()
    const height = await keys.evaluate((dialog) => dialog.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(0.9 * sizes.phone.height + 1)
    await context.close()
  })
})

test.describe('accessibility', () => {
  async function faults(page: Page, rules?: readonly string[]): Promise<string[]> {
    const axe = new AxeBuilder({ page })
    const chosen =
      rules === undefined ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']) : axe.withRules([...rules])
    const { violations } = await chosen.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} ${node.target.join(' ')} ${node.failureSummary}`),
    )
  }

  async function visit(page: Page, addresses: readonly string[], rules?: readonly string[]): Promise<void> {
    for (const address of addresses) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await faults(page, rules), address).toEqual([])
    }
  }

  test('axe finds nothing on any screen', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    await visit(page, ['/', '/login', '/lostPassword', '/new/password', '/password/confirmation', '/not-available'])
    await signIn(page, 'warehouse_manager')
    await visit(page, ['/account/password', '/access-denied', '/404', '/design-system', '/design-system/floor'])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await faults(page), 'the floor at night').toEqual([])
    await visit(page, ['/home'])
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faults(page), 'the user panel').toEqual([])
    await context.close()
  })

  // Another colour changes contrasts and nothing else.
  for (const color of ['#ffd400', '#c2185b', '#101418']) {
    test(`texts stand out in an account that is ${color}`, async ({ browser }) => {
      await server().owner.query('update account set main_color = $1', [color])
      const { context, page } = await open(browser, { reducedMotion: 'reduce' })
      await visit(page, ['/', '/login'], ['color-contrast'])
      await signIn(page, 'warehouse_manager')
      await visit(page, ['/home', '/design-system', '/design-system/floor'], ['color-contrast'])
      await context.close()
    })
  }
})

test('the design system is pictured at three widths', async ({ browser }, info) => {
  for (const [name, viewport] of Object.entries(sizes)) {
    const { context, page } = await open(browser, { viewport, reducedMotion: 'reduce' })
    await signIn(page, 'admin')
    await page.goto('/design-system')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, `nothing sticks out at ${viewport.width} px`).toBeLessThanOrEqual(0)
    await page.screenshot({
      path: path.join(info.project.outputDir, 'pictures', `design-system-${name}.png`),
      fullPage: true,
    })
    await context.close()
  }
})
