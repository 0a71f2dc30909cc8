import { expect, test, type BrowserContext, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { fillSignIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open, server } = prepareShell()
const { access } = french
const email = 'management_unit_manager@demo.example'

/** What a device holds, with what only the device knows of it. */
type Keys = readonly {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
  rpId?: string
  userHandle?: string
}[]

/** A device that keeps passkeys and has made sure of the person, as far as the browser can tell. */
async function withDevice(context: BrowserContext, page: Page, keys: Keys = []) {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of keys) await browser.send('WebAuthn.addCredential', { authenticatorId, credential })
  return async (): Promise<Keys> => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

test('a passkey is added on the own page, signs its user in alone, and no more once it is removed', async ({
  browser,
}) => {
  // Passkeys belong to a host name, and an address has none.
  const baseURL = `http://localhost:${server().port}`
  const { context, page } = await open(browser, { baseURL })
  const heldKeys = await withDevice(context, page)
  await page.goto('/login')
  await fillSignIn(page, email)
  await page.waitForURL('**/home')
  await page.goto('/account/password')
  const section = page.getByRole('region', { name: access('passkeys.title') })
  await section.getByRole('textbox', { name: access('passkeys.name') }).fill('Poste du bureau')
  await section.getByRole('textbox', { name: access('field.password') }).fill(demoPassword)
  await section.getByRole('button', { name: access('passkeys.add') }).click()
  await expect(section.getByText('Poste du bureau', { exact: true })).toBeVisible()
  await expect(section.getByText(access('passkeys.unused'))).toBeVisible()
  await expect(section.getByRole('status').filter({ hasText: access('codes.recovery') })).toBeVisible()
  const held = await heldKeys()
  expect(held).toHaveLength(1)
  await context.close()

  // Another browser on the same device.
  const next = await open(browser, { baseURL })
  await withDevice(next.context, next.page, held)
  await next.page.goto('/login')
  await next.page.getByRole('button', { name: access('passkeys.signIn'), exact: true }).click()
  await next.page.waitForURL('**/home')
  await next.page.goto('/account/password')
  const own = next.page.getByRole('region', { name: access('passkeys.title') })
  await expect(own.getByText('Poste du bureau', { exact: true })).toBeVisible()
  await expect(own.getByText(access('passkeys.unused'))).toHaveCount(0)

  await own.getByRole('button', { name: `${access('passkeys.remove')}: Poste du bureau` }).click()
  await own
    .getByRole('textbox', { name: access('field.password') })
    .first()
    .fill(demoPassword)
  await own.getByRole('button', { name: access('passkeys.confirm') }).click()
  await expect(own.getByText('Poste du bureau', { exact: true })).toHaveCount(0)
  await next.context.close()

  const last = await open(browser, { baseURL })
  await withDevice(last.context, last.page, held)
  await last.page.goto('/login')
  await last.page.getByRole('button', { name: access('passkeys.signIn'), exact: true }).click()
  await expect(last.page.getByRole('alert')).toHaveText(readTexts('fr-FR', 'errors')('ACCESS_PASSKEY_UNKNOWN'))
  await last.context.close()
})
