import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'client')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  await signIn(page, type, null)
  return { context, page }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: texts('search') })
const dialog = (page: Page) => page.getByRole('dialog')
/** Presses an action of a row, in its menu where there are more than the row has room for. */
async function act(page: Page, action: string, name: string): Promise<void> {
  const button = row(page, name).getByRole('button', { name: `${action} ${name}`, exact: true })
  const more = row(page, name).getByRole('button', { name: `${common('list.more')} ${name}`, exact: true })
  await expect(button.or(more).first()).toBeVisible()
  if ((await button.count()) > 0) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name: texts(`tab.${name}`) })

async function openClients(page: Page): Promise<void> {
  await navigateInApp(page, '/clients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('title'))
  await expect(rows(page).first()).toBeVisible()
}

test('a client is added over four tabs, changed, made inactive and deleted (ORG-01 to ORG-06, ORG-10)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'admin')
  await openClients(page)
  await page
    .getByRole('link', { name: texts('create'), exact: true })
    .last()
    .click()
  await expect(page).toHaveURL(/\/client\/create$/)

  await tab(page, 'modules').click()
  await page.getByRole('checkbox', { name: texts('module.retailer') }).uncheck()
  await page.getByRole('button', { name: texts('form.submit') }).click()
  await expect(page.getByText(errors('CLIENT_MODULE_REQUIRED'))).toBeVisible()
  await expect(tab(page, 'general').getByLabel(texts('tab.faulty'))).toBeVisible()
  await page.getByRole('checkbox', { name: texts('module.retailer') }).check()
  await page.getByRole('checkbox', { name: texts('module.buyer') }).check()
  await tab(page, 'general').click()
  await expect(page.getByText(common('codes.CLIENT_NAME_REQUIRED'))).toBeVisible()
  await page.getByLabel(texts('form.name')).fill('Boutique Neuve')
  await page.getByLabel(texts('form.siret'), { exact: true }).fill('803 141 597 00010')
  await page.getByLabel(texts('form.city')).fill('Lille')
  await page.getByLabel(texts('form.webChannelUrl')).fill('https://neuve.example')
  await takePictures(page, 'client-form', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.desk)
  await tab(page, 'issuer').click()
  await page.getByRole('radio', { name: texts('form.holder.buyer') }).check()
  await tab(page, 'transport').click()
  await page.getByRole('radio', { name: texts('form.holder.buyer') }).check()
  await page.getByRole('button', { name: texts('form.submit') }).click()
  await expect(page).toHaveURL(/\/clients/)
  await expect(page.getByText(common('alert.created'))).toBeVisible()
  await expect(row(page, 'Boutique Neuve')).toContainText(texts('module.buyer'))

  await search(page).fill('neuve lille')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await act(page, texts('delete.action'), 'Boutique Neuve')
  await expect(dialog(page)).toContainText(errors('still_active'))
  await dialog(page)
    .getByRole('button', { name: common('action.understood') })
    .click()

  await act(page, texts('edit'), 'Boutique Neuve')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boutique Neuve')
  await expect(page.getByLabel(texts('form.siret'), { exact: true })).toHaveValue('80314159700010')
  await tab(page, 'issuer').click()
  await expect(page.getByRole('radio', { name: texts('form.holder.buyer') })).toBeChecked()
  await tab(page, 'general').click()
  await page.getByRole('combobox', { name: texts('form.status') }).click()
  await page.getByRole('option', { name: texts('status.inactive') }).click()
  await page.getByRole('button', { name: texts('form.save') }).click()
  await dialog(page)
    .getByRole('button', { name: texts('form.rest.confirm') })
    .click()
  await expect(page.getByText(common('alert.saved'))).toBeVisible()

  await expect(row(page, 'Boutique Neuve')).toContainText(texts('status.inactive'))
  await act(page, texts('delete.action'), 'Boutique Neuve')
  await dialog(page)
    .getByRole('button', { name: texts('delete.action') })
    .click()
  await expect(page.getByText(common('alert.deleted'))).toBeVisible()
  await expect(row(page, 'Boutique Neuve')).toHaveCount(0)
  await context.close()
})

test('a retailer’s buyers are linked, rest and are linked again, and its catalog is indexed again (ORG-04, ORG-13)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'admin')
  await server().owner.query(
    `insert into account (id, name, is_buyer_and_workshops_supervisor) values (uuid_v7(), 'Encore un repreneur', true)`,
  )
  await openClients(page)
  await act(page, texts('linked.title'), 'Maison Rivoli')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients liés à Maison Rivoli')
  const buyers = page.getByRole('region', { name: texts('linked.buyers') })
  const link = (name: string) => buyers.getByRole('listitem').filter({ hasText: name })
  await expect(link('Rachat Nova')).toContainText(texts('status.active'))
  await expectSoundScreen(page, 'the linked buyers')
  await buyers.getByRole('combobox', { name: texts('linked.add') }).click()
  await page.getByRole('option', { name: 'Encore un repreneur' }).click()
  await buyers.getByRole('button', { name: texts('linked.link'), exact: true }).click()
  await expect(link('Encore un repreneur')).toContainText(texts('status.active'))
  await link('Encore un repreneur')
    .getByRole('button', { name: texts('linked.rest') })
    .click()
  await expect(dialog(page)).toContainText(texts('linked.restText'))
  await dialog(page)
    .getByRole('button', { name: texts('linked.rest') })
    .click()
  await expect(link('Encore un repreneur')).toContainText(texts('status.inactive'))
  await link('Encore un repreneur')
    .getByRole('button', { name: texts('linked.activate') })
    .click()
  await expect(link('Encore un repreneur')).toContainText(texts('status.active'))
  await page
    .getByRole('link', { name: texts('title'), exact: true })
    .last()
    .click()
  await expect(row(page, 'Maison Rivoli')).toContainText('2 repreneurs')
  // Its catalog is indexed again.
  await act(page, texts('edit'), 'Maison Rivoli')
  await page.getByRole('button', { name: texts('reindex.action') }).click()
  await expect(page.getByText(/Catalogue réindexé\s: \d+ produits/)).toBeVisible()
  await context.close()
})
