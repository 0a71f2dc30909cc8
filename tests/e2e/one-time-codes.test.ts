import { URI } from 'otpauth'
import { expect, test, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { fillSignIn, french, prepareShell, signIn } from '#tests/support/shell.ts'

const { open, server } = prepareShell()
const { access } = french

/** The code of the user's app at a time, in steps of half a minute from now. */
const codeOf = (secret: string, steps: number) =>
  URI.parse(`otpauth://totp/Reprise:x?secret=${secret}&issuer=Reprise`).generate({
    timestamp: Date.now() + steps * 30_000,
  } as never)

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
  await section.getByRole('textbox', { name: access('codes.field') }).fill(codeOf(secret, -1))
  await section.getByRole('button', { name: access('codes.confirm') }).click()
  await expect(section.getByText(access('codes.recoveryText'))).toBeVisible()
  const recovery = /[a-z2-9]{5}-[a-z2-9]{5}/.exec(await section.innerText())![0]
  await press(page, access('codes.kept'))
  await context.close()
  for (const code of [codeOf(secret, 0), recovery]) {
    const next = await open(browser)
    await next.page.goto('/login')
    await fillSignIn(next.page, email)
    await next.page.getByRole('textbox', { name: access('codes.field') }).fill(code)
    await press(next.page, access('login.submit'))
    await next.page.waitForURL('**/home')
    await next.context.close()
  }
  await server().owner.query('delete from user_code')
})
