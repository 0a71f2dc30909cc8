import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import { sealSsoSecret } from '#api/db/sso-configuration.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { takeContext } from '#tests/support/browser-pool.ts'
import { startOpenIdServer, type OpenIdServer } from '#tests/support/openid-server.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { french, installed, sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { testVault } from '#tests/support/vault.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const texts = readTexts('fr-FR', 'sso')
const settings = readTexts('fr-FR', 'settings')
const errors = readTexts('fr-FR', 'errors')
let app: AppServer
let provider: OpenIdServer
/** By which name people reach the app, as its configuration has it. */
let site: string
let account: { readonly id: string; readonly rootId: string }

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  provider = await startOpenIdServer()
  app = await startAppServer(50, undefined, { OPENID_HOSTS: provider.host })
  site = `http://localhost:${app.port}`
  const found = await app.owner.query<{ id: string; rootId: string }>(
    `select o.account_id as id, o.id as "rootId" from organization o join user_account u on u.account_id = o.account_id
      where u.email = 'store_manager@demo.example' and o.type = 'root_management_unit' order by o.created_at limit 1`,
  )
  account = found.rows[0]!
  provider.register({
    redirectUri: `${site}/open-id/${account.rootId}/callback`,
    afterSignOutUri: `${site}/open-id/logout`,
  })
})
test.afterAll(async () => {
  await app.close()
  await provider.close()
})
test.beforeEach(async () => {
  provider.behave({})
  await app.owner.query('delete from sso_configuration')
})

/** The account signs in with the provider, as if its page had been filled in. */
async function configure(): Promise<void> {
  const { configurationEndpoint, clientId, clientSecret = '', scope } = provider.settings
  await app.owner.query(
    `insert into sso_configuration (account_id, id, status, client_id, client_secret, configuration_endpoint, scope,
      email_claim, first_name_claim, last_name_claim)
      values ($1, gen_random_uuid(), 'active', $2, $3, $4, $5, 'email', 'given_name', 'family_name')`,
    [account.id, clientId, sealSsoSecret(testVault, account.id, clientSecret), configurationEndpoint, scope],
  )
  await app.owner.query(
    `insert into sso_domain (account_id, domain, proof, proved_at) values ($1, 'demo.example', 'platform', now())`,
    [account.id],
  )
}
async function open(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await takeContext(browser, {
    baseURL: site,
    viewport: sizes.desk,
    serviceWorkers: 'block',
    ...options,
  })
  return { context, page: await context.newPage() }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** From the sign-in to the provider's own page. */
async function goToProvider(page: Page, email: string): Promise<void> {
  await press(page, french.access('login.withOrganization'))
  await page.getByLabel(french.access('field.email')).fill(email)
  await press(page, french.access('sso.submit'))
  await page.waitForURL(`${provider.issuer}/**`)
}
/** Through the provider's pages, which ask who it is and whether to go on. */
async function passProvider(page: Page, email: string): Promise<void> {
  await page.locator('[name=login]').fill(email)
  await page.locator('[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ouvrir le panneau de/ }).click()
  await press(page, french.shell('user.logout'))
}
const stored = (page: Page) => page.evaluate(() => JSON.stringify(window.localStorage))

test('a manager sets the identity provider up, tries its address and switches it on (CONN-15, CONN-16)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/settings/tim/general')
  await page.getByRole('link', { name: settings('tim.sso') }).click()
  await page.waitForURL(`**/connectors/${account.rootId}/SSO`)
  await expect(page.getByText(`${site}/open-id/${account.rootId}/callback`)).toBeVisible()
  const endpoint = page.getByLabel(texts('provider.endpoint'))
  await endpoint.fill(`${provider.issuer}/.well-known/nothing`)
  await press(page, texts('try.submit'))
  await expect(page.getByRole('alert')).toHaveText(texts('try.fault.not_a_document'))
  await endpoint.fill(provider.settings.configurationEndpoint)
  await press(page, texts('try.submit'))
  await expect(page.getByText(provider.issuer, { exact: true })).toBeVisible()
  await expect(page.getByText(texts('try.signsOut'))).toBeVisible()

  await press(page, settings('form.save'))
  await expect(page.getByText(french.common('codes.SSO_DOMAINS_REQUIRED'))).toBeVisible()
  const domains = page.getByRole('combobox', { name: texts('state.domains') })
  await domains.fill('@Demo.example')
  await domains.press('Enter')
  await page.getByLabel(texts('provider.clientId')).fill(provider.settings.clientId)
  await page.getByLabel(texts('provider.secret')).fill(provider.settings.clientSecret ?? '')
  await page.getByLabel(texts('roles.claim')).fill('groups')
  await press(page, texts('roles.add'))
  await page.getByLabel(texts('roles.value').replace('{{number}}', '1')).fill('sales')
  await page.getByRole('switch', { name: texts('state.active') }).press('Space')
  await keepPictures(page, 'sso', ['phone'])
  await press(page, settings('form.save'))
  await expect(page.getByText(settings('form.saved'))).toBeVisible()
  await expect(page.getByLabel(texts('provider.secret'))).toHaveValue('')
  await page.reload()
  await expect(page.getByText(texts('provider.secretStored'))).toBeVisible()
  await expect(page.getByText('demo.example', { exact: true }).first()).toBeVisible()
  expect(await page.content()).not.toContain(provider.settings.clientSecret)

  await page.getByLabel(texts('provider.clientId')).fill('changed')
  await page
    .getByRole('link', { name: french.shell('menu.dashboard') })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(french.common('leave.title'))
  await context.close()
})

test('a user who begins at another address of the app signs in at the organisation, goes on to where the way led, and signs out there (AUTH-03 to AUTH-06, AUTH-10, SHELL-57)', async ({
  browser,
}) => {
  await configure()
  const { context, page } = await open(browser)
  await page.goto(`${app.url}/login?from=%2Fbuybacks`)
  await press(page, french.access('login.withOrganization'))
  await page.getByLabel(french.access('field.email')).fill('store_seller@demo.example')
  await press(page, french.access('sso.submit'))
  // The one that the provider knows.
  await page.waitForURL(`${site}/login?from=**`)
  await expect(page.getByLabel(french.access('field.email'))).toHaveValue('store_seller@demo.example')
  await press(page, french.access('sso.submit'))
  await page.waitForURL(`${provider.issuer}/**`)
  provider.describe('store_seller@demo.example', { given_name: 'Zoé', family_name: 'Müller' })
  await passProvider(page, 'store_seller@demo.example')
  await page.waitForURL(`${site}/buybacks**`)
  await expect(page.getByRole('button', { name: /Zoé Müller/ })).toBeVisible()
  const kept = await stored(page)
  expect(kept).toContain(`"openIdLogoutAddress":"\\"${provider.issuer}`)
  for (const { value } of await context.cookies()) expect(kept).not.toContain(value)
  await page.goBack()
  expect(page.url()).not.toContain('code=')

  await page.goto('/home')
  await signOut(page)
  await page.waitForURL(`${provider.issuer}/**`)
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL(`${site}/login`)
  expect(await stored(page)).not.toContain('store_seller')
  // The provider has forgotten the user too.
  await goToProvider(page, 'store_seller@demo.example')
  await expect(page.locator('[name=login]')).toBeVisible()
  await context.close()
})

test('an answer that was used, or arrives in another browser, is refused, and the sign-in begins again (AUTH-05, AUTH-13)', async ({
  browser,
}) => {
  await configure()
  const { context, page } = await open(browser)
  await page.goto('/login')
  await goToProvider(page, 'store_manager@demo.example')
  // The network is gone just when the answer would be handed over.
  await page.route('**/api/open-id/*/callback', (route) => route.abort())
  await passProvider(page, 'store_manager@demo.example')
  await expect(page.getByRole('alert')).toHaveText(french.common('codes.NETWORK_UNREACHABLE'))
  const address = page.url()
  expect(address).toContain('/callback?code=')
  const other = await open(browser)
  await other.page.goto(address)
  await expect(other.page.getByRole('alert')).toHaveText(errors('ACCESS_SSO_CALLBACK_INVALID'))
  expect(await axeFaults(other.page)).toEqual([])
  await other.page.getByRole('link', { name: french.access('backToLogin') }).click()
  await other.page.waitForURL('**/login')
  await other.context.close()
  await page.unroute('**/api/open-id/*/callback')
  await press(page, french.common('action.retry'))
  await page.waitForURL('**/home')
  // Again, by its other name.
  await page.goto(address.replace('/open-id/', '/openid/'))
  await expect(page.getByRole('alert')).toHaveText(errors('ACCESS_SSO_CALLBACK_INVALID'))
  await context.close()
})

test('a user whom the provider knows and the account does not is told so, and may be another one (AUTH-12, AUTH-13)', async ({
  browser,
}) => {
  await configure()
  const { context, page } = await open(browser)
  await page.goto('/login')
  await goToProvider(page, 'nobody@demo.example')
  await passProvider(page, 'nobody@demo.example')
  await expect(page.getByRole('alert')).toHaveText(errors('ACCESS_SSO_USER_UNKNOWN'))

  // The provider, which still knows that person, is made to ask who it is.
  await page.getByRole('link', { name: french.access('backToLogin') }).click()
  await goToProvider(page, 'store_seller@demo.example')
  await expect(page.locator('[name=login]')).toBeVisible()
  await context.close()
})

test('a device that has the app comes back from the organisation to it (AUTH-05, SHELL-44)', async ({ browser }) => {
  await configure()
  const { context, page } = await open(browser, installed)
  await signIn(page, 'warehouse_operator')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await signOut(page)
  await page.waitForURL('**/login')
  await goToProvider(page, 'warehouse_operator@demo.example')
  await passProvider(page, 'warehouse_operator@demo.example')
  await page.waitForURL('**/home')
  expect(await stored(page)).toContain('viaOpenid\\":true')
  await context.close()
})
