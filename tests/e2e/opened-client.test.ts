import { expect as soonExpected, test } from 'playwright/test'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { firstAdministrator as ada } from '#tests/support/platform.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { sizes } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { setUpCodes } from '#tests/support/user-app.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const text = (context: string) => readTexts('de-DE', context)
const [access, clients, setup, shell] = [text('access'), text('client'), text('setup'), text('shell')]
const [errors, users] = [text('errors'), text('user')]
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

test('the platform speaks as the browser, invites a client’s first user, and follows the guide in its account', async ({
  browser,
}) => {
  test.slow()
  const link = (): string => /\/set-up\/u_[\w-]+/.exec(api.output())?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  const device = { baseURL: api.url, viewport: sizes.desk, locale: 'de-DE', serviceWorkers: 'block' } as const
  const context = await browser.newContext(device)
  const page = await context.newPage()
  await page.goto(link())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(access('setUp.title'))
  for (const [label, value] of [
    [access('field.email'), ada.email],
    [access('setUp.firstname'), ada.firstname],
    [access('setUp.lastname'), ada.lastname],
    [access('field.newPassword'), ada.password],
    [access('field.repeatedPassword'), ada.password],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByRole('button', { name: access('setUp.submit') }).click()
  await setUpCodes(page, access)

  await page.waitForURL('**/clients')
  await page
    .getByRole('link', { name: clients('create'), exact: true })
    .first()
    .click()
  await page.getByRole('textbox', { name: clients('form.name'), exact: true }).fill('Neues Geschäft')
  await page.getByRole('button', { name: clients('firstUsers.add') }).click()
  const person = page.getByRole('group', { name: clients('firstUsers.person').replace('{{number}}', '1') })
  await person.getByRole('textbox', { name: clients('firstUsers.firstname') }).fill('Berta')
  await person.getByRole('textbox', { name: clients('firstUsers.lastname') }).fill('Klein')
  await person.getByRole('textbox', { name: clients('firstUsers.email') }).fill('berta@geschaeft.example')
  await keepPictures(page, 'client-first-users', ['phone'])
  await page.getByRole('button', { name: clients('form.submit') }).click()
  await expect(page.getByRole('cell', { name: 'Neues Geschäft', exact: true })).toBeVisible()
  await keepPictures(page, 'platform-clients', ['phone'])

  await page.goto('/home')
  const guide = page.getByRole('button', { name: setup('clients.enterName').replace('{{name}}', 'Neues Geschäft') })
  await expect(guide).toBeVisible()
  await keepPictures(page, 'platform-dashboard', ['phone'])
  await guide.click()
  const notice = page.getByRole('complementary', { name: shell('opened.label') })
  await expect(notice).toContainText('Neues Geschäft')
  await expect(page.getByRole('heading', { name: setup('title') })).toBeVisible()
  await keepPictures(page, 'opened-client', ['phone'])

  // What is made there is the client's.
  await page.goto('/users')
  await expect(page.getByText('berta@geschaeft.example')).toBeVisible()
  await expect(page.getByText(ada.email)).toHaveCount(0)
  await notice.getByRole('button', { name: shell('opened.back') }).click()
  await expect(guide).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.goto('/clients')
  await page
    .getByRole('button', { name: clients('enter') })
    .first()
    .click()
  await expect(notice).toContainText('Neues Geschäft')

  // A tab that hears nothing of the other, as one that the browser has frozen.
  const frozen = await context.newPage()
  await frozen.addInitScript(() => {
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await frozen.goto('/users')
  await expect(frozen.getByText('berta@geschaeft.example')).toBeVisible()
  await notice.getByRole('button', { name: shell('opened.back') }).click()
  await expect(notice).toHaveCount(0)
  await expect(guide).toBeVisible()
  await frozen
    .getByRole('link', { name: users('create.own'), exact: true })
    .first()
    .click()
  const refused = frozen.getByRole('dialog')
  await expect(refused).toContainText(errors('ACCESS_ACCOUNT_MISMATCH'))
  await refused.getByRole('button', { name: shell('serverError.ok') }).click()
  await expect(refused).toHaveCount(0)
  await expect(frozen.getByRole('complementary', { name: shell('opened.label') })).toHaveCount(0)
  await expect(frozen.getByRole('main')).toBeVisible()
  await context.close()
})
