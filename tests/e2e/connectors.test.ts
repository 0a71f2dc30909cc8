import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { takeContext } from '#tests/support/browser-pool.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const texts = readTexts('fr-FR', 'connector')
const clients = readTexts('fr-FR', 'client')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')
const carrierHost = 'colis.example'
let app: AppServer
let top: string

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  app = await startAppServer(50, undefined, { CARRIER_HOSTS: carrierHost })
  const found = await app.owner.query<{ id: string }>(
    `select o.id from organization o join user_account u on u.account_id = o.account_id
      where u.email = 'store_manager@demo.example' and o.type = 'root_management_unit'`,
  )
  top = found.rows[0]!.id
})
test.afterAll(() => app.close())

async function as(browser: Browser, type: UserType, viewport: { width: number; height: number } = sizes.desk) {
  const context = await takeContext(browser, { baseURL: app.url, viewport, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, type)
  return { context, page }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(texts(name)).first()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('an admin configures a carrier from the client’s page, changes it without its secrets, rests and deletes it (CONN-01 to CONN-03, CONN-07 to CONN-10, CONN-14)', async ({
  browser,
}) => {
  test.slow()
  const { context, page } = await as(browser, 'admin')
  await page.goto(`/client/${top}/edit`)
  await page.getByRole('link', { name: clients('connectors'), exact: true }).click()
  for (const type of ['authentication', 'buyer', 'payment_mode', 'premium_feature', 'scheduled', 'transport'])
    await expect(page.getByRole('region', { name: texts(`type.${type}`) })).toBeVisible()
  await expect(page.getByRole('link', { name: texts('connector.openid.name') })).toHaveAttribute(
    'href',
    `/connectors/${top}/SSO`,
  )
  const payments = page.getByRole('region', { name: texts('type.payment_mode') })
  await expect(payments.getByText(texts('unused'))).not.toHaveCount(0)
  await keepPictures(page, 'connectors', ['phone'])

  await page.getByRole('link', { name: texts('connector.transport.name'), exact: true }).click()
  await expect(page.getByText(texts('configurations.emptyText'))).toBeVisible()
  await page.getByRole('link', { name: texts('configurations.create') }).click()

  // Nothing but a name is no configuration.
  await field(page, 'form.name').fill('Colis Express')
  await press(page, texts('form.submit'))
  await expect(page.getByText(errors('CONNECTOR_PROPERTY_REQUIRED'))).toBeVisible()
  await field(page, 'property.url').fill('colis.example')
  await field(page, 'property.apiKey').fill('court')
  await press(page, texts('form.submit'))
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
  await expect(page.getByText(texts('form.required'))).toBeVisible()

  // An address that the installation does not speak to is told of its field, and all that was typed stays.
  await field(page, 'property.url').fill('https://ailleurs.example/v1')
  await field(page, 'property.apiKey').fill('une-cle-assez-longue')
  await field(page, 'property.eventSecret').fill('un-secret-assez-long-pour-des-evenements')
  await press(page, texts('form.submit'))
  await expect(page.getByText(texts('failed.title'))).toBeVisible()
  await expect(page.getByText(errors('CARRIER_HOST_NOT_ALLOWED')).first()).toBeVisible()
  await field(page, 'property.url').fill(`https://${carrierHost}/v1`)
  await press(page, texts('form.submit'))
  await expect(row(page, 'Colis Express')).toContainText(texts('active'))
  await keepPictures(page, 'connector-configurations', ['phone'])

  // What was typed is not left unasked.
  await page.getByRole('link', { name: texts('configurations.create') }).click()
  await field(page, 'form.name').fill('colis express')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: texts('connector.transport.name') })
    .click()
  await expect(page.getByRole('dialog')).toContainText(common('leave.title'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: common('leave.leave') })
    .click()

  // A change names no secret, and the carrier keeps its own.
  const sealed = async () => (await app.owner.query(`select api_key, event_secret from carrier`)).rows
  const before = await sealed()
  await row(page, 'Colis Express').click()
  await expect(page.getByText(texts('form.isSet'))).toHaveCount(2)
  expect(await page.content()).not.toContain('une-cle-assez-longue')
  await field(page, 'form.name').fill('Colis du Nord')
  await page.getByLabel(texts('property.servesPackages')).check({ force: true })
  await keepPictures(page, 'connector-configuration', ['phone'])
  await press(page, texts('form.save'))
  await expect(row(page, 'Colis du Nord')).toBeVisible()
  expect(await sealed()).toEqual(before)
  expect((await app.owner.query('select name, serves_packages from carrier')).rows).toEqual([
    { name: 'Colis du Nord', serves_packages: true },
  ])

  const act = (name: string) => row(page, 'Colis du Nord').getByRole('button', { name: new RegExp(texts(name)) })
  await act('configurations.deactivate').click()
  await expect(row(page, 'Colis du Nord')).toContainText(texts('inactive'))
  await act('configurations.activate').waitFor()
  await navigateInApp(page, `/connectors/${top}/connectors`)
  await expect(page.getByRole('region', { name: texts('type.transport') })).toContainText('1 configuration')
  await navigateInApp(page, `/connectors/${top}/configurations/transport`)
  await row(page, 'Colis du Nord')
    .getByRole('button', { name: new RegExp(common('action.delete')) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: common('action.delete'), exact: true })
    .click()
  await expect(page.getByText(texts('configurations.emptyText'))).toBeVisible()
  expect((await app.owner.query('select 1 from carrier')).rowCount).toBe(0)

  // A premium feature of the account is switched on and off (CONN-19, CONN-20).
  await app.owner.query(`update organization_root_detail set enabled_premium_features = '{}'`)
  await navigateInApp(page, `/connectors/${top}/configurations/payment_bonus`)
  const block = page.getByRole('region', { name: texts('feature.title') })
  await expect(block).toContainText(texts('inactive'))
  await press(page, texts('feature.on'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('feature.on') })
    .click()
  await expect(block).not.toContainText(texts('inactive'))
  const stored = await app.owner.query<{ features: string[] }>(
    `select enabled_premium_features as features from organization_root_detail d
      join organization o on o.account_id = d.account_id where o.id = $1`,
    [top],
  )
  expect(stored.rows[0]!.features).toEqual(['payment_bonus'])
  // The same configuration has an address of its own.
  await navigateInApp(page, '/connectors/payment_bonus')
  await press(page, texts('feature.off'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('feature.off') })
    .click()
  await expect(block).toContainText(texts('inactive'))
  await context.close()
})
