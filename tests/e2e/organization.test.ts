import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'organization')
const common = readTexts('fr-FR', 'common')
const home = readTexts('fr-FR', 'home')

/** Facts that the demo leaves open: what a full row looks like. */
test.beforeAll(async () => {
  const owner = server().owner
  await owner.query(
    `update organization set corporate_name = 'Rivoli Lyon SAS', siret = '80314159700010', country = 'FR',
       place_email = 'lyon@rivoli.example', geocoded_by_user = true
     where external_id = 'MR-LYO-01'`,
  )
  await owner.query(`update organization set status = 'inactive' where external_id = 'MR-PAR-02'`)
  await owner.query(
    `update user_account set force_sso = true, last_login_at = null where email = 'warehouse_operator_4@demo.example'`,
  )
})

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  await signIn(page, type)
  return { context, page }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => page.locator(`td[data-label="${texts('column.name')}"] strong`)
const search = (page: Page, words: string) => page.getByRole('searchbox').fill(words)

async function pick(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

const sortBy = (page: Page, column: string) =>
  page.getByRole('button', { name: french.common('list.sortBy').replace('{{column}}', column) }).click()

const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

/** Opens a page by its shortcut of the dashboard. */
async function openByShortcut(page: Page, name: string): Promise<void> {
  const shortcuts = page.getByRole('navigation', { name: home('dashboard.shortcuts') })
  await shortcuts.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(rows(page).first()).toBeVisible()
}

test('the entities are told with parent, address and numbers, narrowed, and lead to their users, who are narrowed too; without a network they stay as they were read', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { context, page } = await as(browser, 'admin')
  await test.step('what a row of an entity tells', async () => {
    await openByShortcut(page, french.shell('menu.entities'))
    await expect(page).toHaveURL(/\/entities$/)
    const lyon = row(page, 'Maison Rivoli Lyon Part-Dieu')
    for (const fact of [
      'Rivoli Lyon SAS',
      texts('types.store'),
      texts('activity.active'),
      'Région Centre-Est',
      '17 rue du Docteur Bouchut',
      '69003 Lyon',
      'France',
      '45.7607, 4.8556',
      texts('entities.placedByHand'),
      'MR-LYO-01',
      '803 141 597 00010',
      'Atelier Lyon',
    ])
      await expect(lyon).toContainText(fact)
    await expect(lyon.getByRole('link', { name: 'lyon@rivoli.example' })).toHaveAttribute(
      'href',
      'mailto:lyon@rivoli.example',
    )
    await keepPictures(page, 'entities', ['phone', 'desk'])
    await lyon.getByRole('button', { name: texts('entities.users') }).click()
    await expect(page).toHaveURL(/\/users\?entity=/)
    await expect(rows(page).first()).toContainText('Maison Rivoli Lyon Part-Dieu')
    await page.goBack()
    await expect(lyon).toBeVisible()
  })
  await test.step('entities by words, type, status and parent, which the address keeps', async () => {
    await search(page, 'zz nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByText(texts('entities.noMatch'))).toBeVisible()
    await search(page, 'mr-lyo-01 rivoli')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Maison Rivoli Lyon Part-Dieu'])
    await search(page, '')
    await page.keyboard.press('Enter')
    await pick(page, texts('column.type'), texts('types.store'))
    await expect(names(page)).toHaveCount(3)
    await pick(page, texts('column.status'), texts('activity.active'))
    await expect(names(page)).toHaveCount(2)
    await pick(page, texts('column.parent'), 'Région Centre-Est')
    await sortBy(page, texts('column.name'))
    const inOrder = ['Maison Rivoli Lyon Part-Dieu', 'Maison Rivoli Dijon Centre']
    await expect(names(page)).toHaveText(inOrder)
    await page.reload()
    await expect(names(page)).toHaveText(inOrder)
    await page.getByRole('button', { name: common('filter.reset') }).click()
    await expect(page).not.toHaveURL(/type|status|parent/)
    await expect(row(page, 'Atelier Lille')).toBeVisible()
  })
  await test.step('what a row of a user tells', async () => {
    await navigateInApp(page, '/users')
    await expect(rows(page).first()).toBeVisible()
    await keepPictures(page, 'users', ['desk'])
    await search(page, 'delattre')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Tom Delattre'])
    const tom = row(page, 'Tom Delattre')
    for (const fact of [
      texts('userTypes.warehouse_operator'),
      `${french.shell('modules.rps')} · Atelier Lille`,
      texts('activity.active'),
      texts('users.never'),
      texts('users.ssoOnly'),
    ])
      await expect(tom).toContainText(fact)
    await expect(tom.getByRole('link', { name: 'warehouse_operator_4@demo.example' })).toBeVisible()
    await search(page, 'warehouse_operator_3@ élodie')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Élodie Carpentier'])
  })
  await test.step('users by type, which the address keeps', async () => {
    await navigateInApp(page, '/users')
    await expect(names(page)).not.toHaveCount(1)
    await pick(page, texts('column.type'), texts('userTypes.warehouse_operator'))
    await pick(page, texts('column.entity'), 'Atelier Lille')
    const found = ['Élodie Carpentier', 'Tom Delattre']
    await expect(names(page)).toHaveText(found)
    await page.reload()
    await expect(names(page)).toHaveText(found)
  })
  await test.step('the entities stay as they were read while the network is away, and come once it is back', async () => {
    await navigateInApp(page, '/entities')
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(true)
    await sortBy(page, texts('column.type'))
    await expect(page.getByText(french.common('error.title'))).toBeVisible()
    await expectSoundScreen(page, 'entities offline')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(true)
    // What was read a minute ago is asked again when the user returns to the page.
    await page.clock.install()
    await page.clock.fastForward(60_000)
    await comeBack(page)
    await expect(page.getByText(common('list.lastRead'))).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(false)
    await comeBack(page)
    await expect(page.getByText(common('list.lastRead'))).toBeHidden()
  })
  await context.close()
})
