import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { takeContext } from '#tests/support/browser-pool.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { connectSftp } from '#tests/support/sftp-world.ts'
import { sizes } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'
import { freePort } from '../../scripts/embedded-postgres.mjs'

const expect = soonExpected.configure({ timeout: 20_000 })
const texts = readTexts('fr-FR', 'sftp')
const shell = readTexts('fr-FR', 'shell')
let app: AppServer
let port: number

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  port = (await freePort(0)) ?? 0
  app = await startAppServer(50, undefined, { SFTP_PORT: String(port), SFTP_PUBLIC_HOST: 'sftp.demo.example' })
})
test.afterAll(() => app.close())

async function as(browser: Browser, type: UserType) {
  const context = await takeContext(browser, { baseURL: app.url, viewport: sizes.desk, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signIn(page, type, null)
  return { context, page }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const state = (page: Page) => page.getByRole('region', { name: texts('state.title') })

test('a manager opens SFTP access, hands the password to a machine, renews it and closes the access (CONN-17, CONN-18, SHELL-27)', async ({
  browser,
}) => {
  const { context, page } = await as(browser, 'root_management_unit_manager')
  await navigateInApp(page, '/settings/sftp')
  // The menu opens where the page stands in it.
  await expect(page.getByRole('link', { name: shell('menu.settingsSftp') })).toHaveAttribute('href', '/settings/sftp')
  await expect(state(page)).toContainText(texts('state.inactive'))
  await keepPictures(page, 'sftp-inactive', [])

  await press(page, texts('change.enable.open'))
  await answer(page, texts('change.enable.confirm'))
  await expect(state(page)).toContainText(texts('state.active'))
  await expect(page.getByText(texts('password.warning'))).toBeVisible()
  const password = (await page.getByTestId('sftp-password').textContent()) ?? ''
  const userName = (await state(page).locator('[translate=no]').first().textContent()) ?? ''
  await expect(page.getByText(`sftp -P ${port} ${userName}@sftp.demo.example`)).toBeVisible()
  await keepPictures(page, 'sftp-password', ['phone'])

  const machine = await connectSftp(port, userName, password)
  expect((await machine.list('/')).map(({ name }) => name).toSorted()).toEqual(['payment-files', 'purchase-register'])
  expect((await machine.list('/purchase-register')).length).toBeGreaterThan(0)

  // Once put away, nothing brings the password back.
  await press(page, texts('password.done'))
  await expect(page.getByTestId('sftp-password')).toHaveCount(0)
  await page.reload()
  await expect(state(page)).toContainText(userName)
  await expect(state(page)).not.toContainText(texts('state.never'))
  expect(await page.content()).not.toContain(password)
  await keepPictures(page, 'sftp-active', [])

  await press(page, texts('change.renew.open'))
  await answer(page, texts('change.renew.confirm'))
  await expect(page.getByTestId('sftp-password')).toBeVisible()
  expect(await page.getByTestId('sftp-password').textContent()).not.toBe(password)
  await soonExpected(machine.list('/')).rejects.toThrow()
  await soonExpected(connectSftp(port, userName, password)).rejects.toThrow(/authentication/i)

  await press(page, texts('change.disable.open'))
  await answer(page, texts('change.disable.confirm'))
  await expect(state(page)).toContainText(texts('state.inactive'))
  await expect(page.getByTestId('sftp-password')).toHaveCount(0)
  await expect(state(page)).toContainText(userName)
  await context.close()
})
