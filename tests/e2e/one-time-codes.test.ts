import { expect, test, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { fillSignIn, signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { codeOf, setUpCodes } from '#tests/support/user-app.ts'

const { open, server } = prepareShell()
const { access } = french

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('codes are turned on by the app, asked for at the next sign-in, and a recovery code stands in', async ({
  browser,
}) => {
  const email = 'management_unit_manager@demo.example'
  const { context, page } = await open(browser)
  await signIn(page, 'management_unit_manager', '/account/password')
  const section = page.getByRole('region', { name: access('codes.title') })
  await section.getByRole('textbox', { name: access('field.password') }).fill(demoPassword)
  await section.getByRole('button', { name: access('codes.begin') }).click()
  await expect(section.getByRole('img', { name: access('codes.picture') })).toBeVisible()
  const secret = /[A-Z2-7]{32}/.exec(await section.innerText())![0]
  await section.getByRole('textbox', { name: access('codes.field') }).fill(codeOf(secret, 0))
  await section.getByRole('button', { name: access('codes.confirm') }).click()
  await expect(section.getByText(access('codes.recoveryText'))).toBeVisible()
  const recovery = /[a-z2-9]{5}-[a-z2-9]{5}/.exec(await section.innerText())![0]
  await press(page, access('codes.kept'))
  await context.close()
  for (const code of [() => codeOf(secret, 1), () => recovery]) {
    const next = await open(browser)
    await next.page.goto('/login')
    await fillSignIn(next.page, email)
    await next.page.getByRole('textbox', { name: access('codes.field') }).fill(code())
    await press(next.page, access('login.submit'))
    await next.page.waitForURL('**/home')
    await next.context.close()
  }
  await server().owner.query('delete from user_code')
})

test('codes that the account demands are set up at the sign-in, and asked for at the next', async ({ browser }) => {
  const manager = await open(browser)
  await signIn(manager.page, 'root_management_unit_manager', '/settings/tim/general')
  const texts = readTexts('fr-FR', 'settings')
  const section = manager.page.getByRole('region', { name: texts('signIn.title') })
  const type = readTexts('fr-FR', 'organization')('userTypes.management_unit_analyst')
  await section.getByRole('checkbox', { name: type, exact: true }).check()
  await press(manager.page, texts('form.save'))
  await expect(manager.page.getByText(texts('form.saved'))).toBeVisible()
  await manager.context.close()

  const email = 'management_unit_analyst@demo.example'
  const first = await open(browser)
  await first.page.goto('/login')
  await fillSignIn(first.page, email)
  await first.page.waitForURL('**/second-factor**')
  await first.page.goto('/buybacks')
  await expect(first.page.getByRole('heading', { level: 1 })).toHaveText(access('secondFactor.title'))
  const { recoveryCode } = await setUpCodes(first.page, access)
  await first.page.waitForURL('**/buybacks**')
  await first.context.close()

  const next = await open(browser)
  await next.page.goto('/login')
  await fillSignIn(next.page, email)
  await next.page.getByRole('textbox', { name: access('codes.field') }).fill(recoveryCode)
  await press(next.page, access('login.submit'))
  await next.page.waitForURL('**/home')
  await next.context.close()
  await server().owner.query('delete from user_code')
  await server().owner.query('delete from sign_in_rule')
})

test('administrators of the demo are told that a password alone opens everything here', async ({ browser }) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin')
  await expect(page.getByRole('complementary', { name: french.shell('demo.label') })).toContainText(
    french.shell('demo.text'),
  )
  await context.close()
  const other = await open(browser)
  await signIn(other.page, 'store_manager')
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.page.getByText(french.shell('demo.text'))).toHaveCount(0)
  await other.context.close()
})
