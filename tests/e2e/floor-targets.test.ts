import { expect, test, type Page } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { smallTargets } from '#tests/support/screen-audit.ts'
import { french, prepareShell, sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const { open } = prepareShell()

const openPanel = (page: Page) => page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
/** Where the modules of the user come from, so that there is a choice. */
const holdTwoModules = (page: Page) =>
  page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
    const modules = { rps: 'warehouse_operator', tim: 'store_seller' }
    localStorage.setItem('user', JSON.stringify({ ...user, modules }))
  })

async function expectLarge(page: Page, screen: string): Promise<void> {
  await page.waitForTimeout(250)
  expect(await smallTargets(page), screen).toEqual([])
}

test('every screen of the floor gives gloved hands 60 px, with what is scanned on it and what its bar opens (section 4)', async ({
  browser,
}) => {
  const { context, page } = await open(browser, { viewport: sizes.phone })
  await signIn(page, 'warehouse_operator', null)
  for (const path of [
    '/warehouse/work',
    '/warehouse/move',
    '/warehouse/stock-count',
    '/warehouse/check',
    '/warehouse/command-sheet',
    '/warehouse/attention',
    '/expedition',
    '/start-expedition',
    '/refurb-diagnosis/start',
    '/warehouse/item-refurb-steps/search',
  ]) {
    await page.evaluate(() => document.querySelector('main')?.setAttribute('data-before', ''))
    await navigateInApp(page, path)
    await expect(page.locator('main:not([data-before])')).toBeVisible()
    await expect(page.locator('main[data-before]')).toHaveCount(0)
    await expect(badgeOf(page)).toBeVisible()
    await expectLarge(page, path)
  }
  await badgeOf(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLarge(page, 'connection sheet')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('codes and answers of a scan', async () => {
    await navigateInApp(page, '/warehouse/move')
    await page.getByRole('main').getByRole('list').getByRole('button').first().click()
    await typeAsScanner(page, '29999993')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'J’ai compris' }).click()
    await expectLarge(page, 'a move that was refused')
  })

  await page.route('**/api/session', (route) => route.abort())
  await holdTwoModules(page)
  await page.goto('/warehouse/checkin')
  await openPanel(page)
  const panel = page.getByRole('dialog', { name: french.shell('user.title') })
  const module = panel.getByRole('combobox', { name: french.shell('user.module') })
  await expect(module).toBeVisible()
  await expectLarge(page, 'user panel')

  const json = { code: 'SERVER_ERROR', message: 'x', requestId: 'r' }
  await page.route('**/api/session/module', (route) => route.fulfill({ status: 500, json }))
  await module.click()
  await page.getByRole('option', { name: french.shell('modules.tim') }).click()
  const failure = page.getByRole('dialog', { name: french.shell('serverError.title') })
  await expect(failure).toBeVisible()
  await expectLarge(page, 'server error')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(failure).toBeVisible()
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(failure).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.route('**/api/sync/push', (route) => route.abort())
  await typeAsScanner(page, '29999993')
  await expect(badgeOf(page)).toContainText(/1 en attente/)
  await page.waitForTimeout(600)
  await page.keyboard.press('Escape')
  await openPanel(page)
  await panel.getByRole('button', { name: french.shell('user.logout') }).click()
  const question = page.getByRole('dialog', { name: french.shell('user.unsent.title_one') })
  await expect(question).toBeVisible()
  await expectLarge(page, 'unsent work')
  await typeAsScanner(page, 'RPR:CANCEL')
  await expect(question).toBeHidden()
  await context.close()
})
