import { expect as soonExpected, test, type Page } from 'playwright/test'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { firstAdministrator as ada } from '#tests/support/platform.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, sizes } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { setUpCodes } from '#tests/support/user-app.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const texts = readTexts('fr-FR', 'access')
const errors = readTexts('fr-FR', 'errors')
const clients = readTexts('fr-FR', 'client')
const users = readTexts('fr-FR', 'user')
let database: TestDatabase
let api: ApiProcess

test.beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
test.afterAll(async () => {
  await api.stop()
  await database.drop()
})

const linkOf = ({ output }: ApiProcess) => /\/set-up\/u_[\w-]+/.exec(output())?.[0] ?? null
const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
}
const send = (page: Page) => page.getByRole('button', { name: texts('setUp.submit') }).click()

test('the link of an empty installation makes the first administrator, once', async ({ browser }) => {
  test.slow()
  await expect.poll(() => linkOf(api)).not.toBeNull()
  const first = linkOf(api)!
  // A start that was killed has made nothing, and its link works on beside that of the next.
  await api.kill()
  api = await startApi(database)
  await expect.poll(() => linkOf(api)).not.toBeNull()
  expect(linkOf(api)).not.toBe(first)

  const device = { baseURL: api.url, viewport: sizes.desk, locale: 'fr-FR', serviceWorkers: 'block' } as const
  const page = await (await browser.newContext(device)).newPage()
  const other = await (await browser.newContext(device)).newPage()
  await other.goto(linkOf(api)!)
  await expect(other.getByRole('button', { name: texts('setUp.submit') })).toBeVisible()

  await page.goto(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('setUp.title'))
  await send(page)
  await expect(page.locator('[id$="-error"]').first()).toHaveText(french.common('codes.FORM_REQUIRED'))
  await fill(page, {
    [texts('field.email')]: ada.email,
    [texts('setUp.firstname')]: ada.firstname,
    [texts('setUp.lastname')]: ada.lastname,
    [texts('field.newPassword')]: 'trop-simple',
    [texts('field.repeatedPassword')]: 'trop-simple',
  })
  await send(page)
  await expect(page.getByText(errors('PASSWORD_NEEDS_UPPERCASE'))).toBeVisible()
  await keepPictures(page, 'set-up', ['phone'])
  await fill(page, { [texts('field.newPassword')]: ada.password, [texts('field.repeatedPassword')]: ada.password })
  await send(page)

  // An administrator shows a second factor: nothing else opens before it is set up.
  await page.waitForURL('**/second-factor**')
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('secondFactor.title'))
  await expectSoundScreen(page, 'a second factor that is set up')
  await keepPictures(page, 'second-factor', ['phone'], { fitting: ['tablet'] })
  await setUpCodes(page, texts)
  await page.waitForURL('**/clients')
  await expect(page.getByText(clients('empty.title'))).toBeVisible()

  // The holder of the other link, or of the same one, is told that the set-up is done; what they typed creates no
  // second user.
  await fill(other, {
    [texts('field.email')]: 'late@platform.example',
    [texts('setUp.firstname')]: 'Late',
    [texts('setUp.lastname')]: 'Comer',
    [texts('field.newPassword')]: ada.password,
    [texts('field.repeatedPassword')]: ada.password,
  })
  await send(other)
  await expect(other.getByText(errors('ACCESS_SET_UP_DONE'))).toBeVisible()
  await other.goto(first)
  await expect(other.getByText(errors('ACCESS_SET_UP_DONE'))).toBeVisible()
  await other.goto('/set-up/cut-off')
  await expect(other.getByText(errors('ACCESS_SET_UP_LINK_INVALID'))).toBeVisible()
  await expectSoundScreen(other, 'a set-up link that does not work')

  // Administrators live in the platform's own account; a client's form offers no such role.
  await page.getByRole('link', { name: clients('administrators'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(users('client.administrators'))
  await expect(page.getByText(ada.email)).toBeVisible()
  await expectSoundScreen(page, 'the administrators of the platform')
  await page.getByRole('link', { name: users('create.admin') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(users('create.admin'))
  await page.context().close()
  await other.context().close()

  await api.stop()
  api = await startApi(database)
  await expect.poll(() => api.output()).toContain('listens on')
  expect(linkOf(api)).toBeNull()
})
