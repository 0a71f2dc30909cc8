import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'entity')
const list = readTexts('fr-FR', 'organization')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  await signIn(page, type, null)
  return { context, page }
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(`field.${name}`), exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function openEntities(page: Page): Promise<void> {
  await page.goto('/entities')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(list('entities.title'))
  await expect(rows(page).first()).toBeVisible()
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await row(page, name)
    .getByRole('button', { name: `${common('action.edit')} ${name}`, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('a store is added below a region, changed, made inactive and active again; a warehouse says what keeps it active (ORG-14 to ORG-23, ORG-28)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'root_management_unit_manager')
  await openEntities(page)
  await page.getByRole('link', { name: texts('create'), exact: true }).click()
  await expect(page).toHaveURL(/\/entity\/create$/)
  await expect(page.getByText(texts('typeFirst'))).toBeVisible()
  await pick(page, texts('type'), list('types.store'))
  await button(page, texts('submit')).click()
  await expect(field(page, 'commonName')).toBeFocused()
  // The only region need not be chosen.
  await expect(page.getByRole('combobox', { name: texts('field.parentOrganizationId') })).toHaveValue(
    'Région Centre-Est',
  )
  await field(page, 'commonName').fill('Maison Rivoli Lille')
  await pick(page, texts('field.defaultWarehouseId'), 'Atelier Lille')
  await field(page, 'externalId').fill('MR-LYO-01')
  await field(page, 'street').fill('12 rue Faidherbe')
  await field(page, 'zipCode').fill('1000')
  await field(page, 'city').fill('Lille')
  await field(page, 'latitude').fill('91')
  await field(page, 'longitude').fill('3,0702')
  await button(page, texts('submit')).click()
  await expect(page.getByText(common('codes.ENTITY_LATITUDE'))).toBeVisible()
  await field(page, 'latitude').fill('50,6365')
  await button(page, texts('submit')).click()
  await expect(page.getByText(common('codes.ENTITY_ZIP_CODE_INVALID'))).toBeVisible()
  await field(page, 'zipCode').fill('59000')
  await button(page, texts('submit')).click()
  await expect(page.getByText(errors('ENTITY_EXTERNAL_ID_TAKEN')).first()).toBeVisible()
  await field(page, 'externalId').fill('MR-LIL-01')
  await button(page, texts('submit')).click()
  await expect(page).toHaveURL(/\/entities/)
  await expect(page.getByText(common('alert.created'))).toBeVisible()
  await expect(row(page, 'Maison Rivoli Lille')).toContainText('50.6365, 3.0702')
  await expect(row(page, 'Maison Rivoli Lille')).toContainText(list('entities.placedByHand'))

  await edit(page, 'Maison Rivoli Lille')
  await expect(page.getByRole('combobox', { name: texts('field.parentOrganizationId') })).toHaveValue(
    'Région Centre-Est',
  )
  await field(page, 'placeEmail').fill('lille@rivoli.example')
  await page
    .getByRole('link', { name: list('entities.title'), exact: true })
    .last()
    .click()
  await expect(dialog(page)).toContainText(common('leave.text'))
  await dialog(page)
    .getByRole('button', { name: common('leave.stay') })
    .click()
  await pick(page, texts('field.status'), list('activity.inactive'))
  await expectSoundScreen(page, 'the form of a store')
  await button(page, texts('save')).click()
  await dialog(page)
    .getByRole('button', { name: texts('rest.confirm') })
    .click()
  await expect(page.getByText(common('alert.saved'))).toBeVisible()
  await expect(row(page, 'Maison Rivoli Lille')).toContainText(list('activity.inactive'))
  await expect(row(page, 'Maison Rivoli Lille')).toContainText('lille@rivoli.example')
  await edit(page, 'Maison Rivoli Lille')
  await pick(page, texts('field.status'), list('activity.active'))
  await button(page, texts('save')).click()
  await expect(row(page, 'Maison Rivoli Lille')).toContainText(list('activity.active'))

  // A warehouse says what keeps it active, and the head office is not asked.
  await openEntities(page)
  await edit(page, 'Atelier Lyon')
  await pick(page, texts('field.status'), list('activity.inactive'))
  await button(page, texts('save')).click()
  await dialog(page)
    .getByRole('button', { name: texts('rest.confirm') })
    .click()
  const trouble = page.getByRole('alert')
  await expect(trouble).toContainText(errors('ENTITY_HAS_USERS'))
  await expect(trouble.getByRole('listitem').filter({ hasText: 'produit' })).toHaveCount(1)
  await expectSoundScreen(page, 'what keeps a warehouse active')
  const { rows: tops } = await server().owner.query<{ id: string }>(
    `select o.id from organization o join user_account u on u.account_id = o.account_id
     where o.type = 'root_management_unit' and u.email = 'store_manager@demo.example'`,
  )
  await page.goto(`/entity/${tops[0]!.id}/edit`)
  await expect(field(page, 'commonName')).toBeVisible()
  await expect(page.getByRole('combobox', { name: texts('field.status') })).toHaveCount(0)
  await context.close()
})

test('a region’s manager adds in the region alone (ORG-08)', async ({ browser }) => {
  const region = await as(browser, 'management_unit_manager')
  await region.page.goto('/entity/create')
  await region.page.getByRole('combobox', { name: texts('type') }).click()
  await expect(region.page.getByRole('option')).toHaveText(
    ['management_unit', 'store', 'warehouse'].map((type) => list(`types.${type}`)),
  )
  await region.page.getByRole('option', { name: list('types.warehouse'), exact: true }).click()
  await region.page.getByRole('combobox', { name: texts('field.parentOrganizationId') }).click()
  await expect(region.page.getByRole('option')).toHaveText(['Région Centre-Est'])
  await region.context.close()
})
