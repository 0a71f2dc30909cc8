import { readFileSync } from 'node:fs'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { expect as soonExpected, test, type Browser, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { keepPaper, keepPictures } from '#tests/support/pictures.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell, sizes } from '#tests/support/shell.ts'
import { fillSignIn, signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'user')
const organization = readTexts('fr-FR', 'organization')
const errors = readTexts('fr-FR', 'errors')
const { common, shell, access } = french

async function as(browser: Browser, type: UserType) {
  const { context, page } = await open(browser)
  await signIn(page, type, null)
  return { context, page }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name: texts(`form.${name}`), exact: true })
const choose = async (page: Page, label: string, option: string, at = 0): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).nth(at).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const search = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('searchbox').fill(words)
  await page.keyboard.press('Enter')
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = (page: Page, action: string, name: string) =>
  row(page, name)
    .getByRole('button', { name: `${action} ${name}`, exact: true })
    .click()

async function linkOf(email: string): Promise<string> {
  const { rows } = await server().owner.query<{ body_text: string }>(
    `select body_text from mail_message where recipient = $1 order by created_at desc limit 1`,
    [email],
  )
  return /\/renew\/p_[\w-]+/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  for (const name of ['newPassword', 'repeatedPassword'] as const)
    await page.getByRole('textbox', { name: access(`field.${name}`), exact: true }).fill('Nouvelle-2026')
  await press(page, access('renew.submit'))
  await page.waitForURL('**/password/confirmation**')
}

async function fillPerson(page: Page, email: string): Promise<void> {
  await field(page, 'firstname').fill('Nadia')
  await field(page, 'lastname').fill('Benali')
  await field(page, 'email').fill(email)
}

test('a user is created, chooses a password by mail, signs in, and is signed out once inactive (ORG-32, ORG-36, ORG-42)', async ({
  browser,
}) => {
  // The first of its worker loads the app and its screens for all that follow, on a machine under load for minutes.
  test.slow()
  const { context, page } = await as(browser, 'root_management_unit_manager')
  await navigateInApp(page, '/users')
  await page.getByRole('link', { name: texts('create.own') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('create.own'))
  await press(page, texts('form.submit'))
  await expect(page.getByText(common('codes.FORM_REQUIRED')).first()).toBeVisible()
  await fillPerson(page, 'nadia@')
  await choose(page, texts('form.module'), shell('modules.tim'))
  await choose(page, texts('form.role'), organization('userTypes.store_seller'))
  await choose(page, texts('form.entity'), 'Maison Rivoli Lyon Part-Dieu')
  await press(page, texts('form.submit'))
  await expect(page.getByText(common('codes.FORM_EMAIL_INVALID'))).toBeVisible()
  await field(page, 'email').fill('store_seller@demo.example')
  await press(page, texts('form.submit'))
  await expect(page.getByText(errors('USER_EMAIL_TAKEN')).first()).toBeVisible()
  await field(page, 'email').fill('nadia@demo.example')
  await press(page, texts('form.submit'))
  await expect(page.getByText(common('alert.created'))).toBeVisible()
  await search(page, 'benali')
  await expect(row(page, 'Nadia Benali')).toContainText(organization('userTypes.store_seller'))

  const seller = await open(browser)
  await choosePassword(seller.page, await linkOf('nadia@demo.example'))
  await seller.page.goto('/login')
  await fillSignIn(seller.page, 'nadia@demo.example', 'Nouvelle-2026')
  await seller.page.waitForURL('**/home')

  await act(page, texts('edit'), 'Nadia Benali')
  await expect(field(page, 'email')).toHaveValue('nadia@demo.example')
  await expectSoundScreen(page, 'a user')
  await press(page, texts('form.addModule'))
  await choose(page, texts('form.module'), shell('modules.root'), 1)
  await choose(page, texts('form.role'), organization('userTypes.management_unit_analyst'), 1)
  await page
    .getByRole('link', { name: texts('title'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(common('leave.title'))
  await press(page, common('leave.stay'))
  await choose(page, texts('form.entity'), 'Région Centre-Est', 1)
  await choose(page, texts('form.status'), texts('status.inactive'))
  await press(page, texts('form.save'))
  await expect(page.getByRole('dialog')).toContainText('Nadia Benali')
  await press(page, texts('rest.confirm'))
  await expect(page.getByText(common('alert.saved'))).toBeVisible()
  await search(page, 'benali')
  await expect(row(page, 'Nadia Benali')).toContainText(texts('status.inactive'))
  await expect(row(page, 'Nadia Benali')).toContainText(organization('userTypes.management_unit_analyst'))

  await seller.page.goto('/buybacks')
  await expect(seller.page.getByRole('dialog')).toBeVisible()
  await seller.context.close()
  await context.close()
})

test('an administrator is created and edited on pages of their own (ORG-33)', async ({ browser }) => {
  const { context, page } = await as(browser, 'super_admin')
  await navigateInApp(page, '/users')
  await page.getByRole('link', { name: texts('create.admin') }).click()
  await expect(page).toHaveURL(/\/userAdmin\/create$/)
  await fillPerson(page, 'chef@demo.example')
  await choose(page, texts('form.module'), shell('modules.root'))
  await page.getByRole('combobox', { name: texts('form.role') }).click()
  await expect(page.getByRole('option')).toHaveText([
    organization('userTypes.admin'),
    organization('userTypes.super_admin'),
  ])
  await page.getByRole('option', { name: organization('userTypes.admin'), exact: true }).click()
  await press(page, texts('form.submit'))
  await expect(page.getByText(common('alert.created'))).toBeVisible()
  await search(page, 'chef@')
  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
  await act(page, texts('edit'), 'Nadia Benali')
  await expect(page).toHaveURL(/\/userAdmin\/[\da-f-]+\/edit$/)
  await expect(page.getByText(texts('invitation.awaits'))).toBeVisible()
  const before = await linkOf('chef@demo.example')
  await press(page, texts('invitation.send'))
  await expect(page.getByText(texts('invitation.sent').replace('{{email}}', 'chef@demo.example'))).toBeVisible()
  expect(await linkOf('chef@demo.example')).not.toBe(before)
  await context.close()
})

test('form and import fit on a phone, in the longest words too (ORG-32, ORG-43)', async ({ browser }) => {
  await server().owner.query(`update user_account set language = 'de-DE' where email = 'admin@demo.example'`)
  const { context, page } = await open(browser, { viewport: sizes.phone })
  await signIn(page, 'admin')
  const german = readTexts('de-DE', 'user')
  await navigateInApp(page, '/user/create')
  await page.getByRole('button', { name: german('form.submit') }).click()
  await expect(page.getByRole('combobox', { name: german('form.entity') })).toBeVisible()
  await expectSoundScreen(page, 'the form on a phone')
  await navigateInApp(page, '/users/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'team.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'email;firstname;lastname\nmarie-antoinette.de.la.rochefoucauld@demonstration.example;Marie;De',
    ),
  })
  await expect(page.getByText(german('import.nothing'))).toBeVisible()
  await expectSoundScreen(page, 'the import on a phone')
  await page.goto('/users')
  await expect(page.getByRole('link', { name: german('create.own') })).toBeVisible()
  await expectSoundScreen(page, 'the users on a phone')
  await context.close()
})

const store = 'Maison Rivoli Lyon Part-Dieu'
const head = 'email;firstname;lastname;timRole;timEntity'
const seller = (email: string) => `${email};Zoé;Importée;store_seller;${store}`
const chooseFile = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
  page.locator('input[type=file]').setInputFiles({
    name: 'equipe.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, encoding),
  })
const start = (count: number) => texts('import.start_other').replace('{{count}}', String(count))

test('users are imported from a file in three steps, and the refused lines come back (ORG-43, ORG-44)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/users')
  await page.getByRole('link', { name: texts('import.action'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('import.title'))
  // Template and documentation open from the page (ORG-44).
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: common('fileTemplate.csv') }).click(),
  ])
  expect(readFileSync(await template.path(), 'utf8')).toContain('email;firstname;lastname')
  await keepPictures(page, 'users-import', ['desk'], { fitting: ['tablet'] })
  // The template as a workbook comes back with a user in it.
  const [book] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: common('fileTemplate.book') }).click(),
  ])
  const filled = await openXlsx(new Uint8Array(readFileSync(await book.path())))
  const columns = filled.sheets[0]!.rows[0]!.map(String)
  const told = {
    email: 'book@demo.example',
    firstname: 'Zoé',
    lastname: 'Classeur',
    timRole: 'store_seller',
    timEntity: store,
  }
  filled.sheets[0]!.rows.push(columns.map((column) => told[column as keyof typeof told] ?? null))
  const buffer = Buffer.from(await saveXlsx(filled))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: book.suggestedFilename(), mimeType: workbookType, buffer })
  await expect(row(page, 'book@')).toContainText('Zoé Classeur')
  await expect(row(page, 'book@')).toContainText(texts('import.ready'))
  await press(page, texts('import.other'))
  const guide = await page.getByRole('link', { name: texts('import.guide') }).getAttribute('href')
  expect(guide).toContain('fr-FR')
  const answer = await page.request.get(guide ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await keepPaper('users-import-guide', await answer.body())
  await chooseFile(page, 'nom;prénom\nMartin;Anna')
  await expect(page.getByRole('alert')).toContainText(errors('USER_FILE_HEAD'))

  const file = [
    head,
    ...Array.from({ length: 30 }, (_, at) => seller(`import-${at}@demo.example`)),
    'faulty@;Zoé;Importée;store_seller;Nulle part',
    seller('store_seller@demo.example'),
  ].join('\r\n')
  await chooseFile(page, file, 'latin1')
  await expect(row(page, 'faulty@')).toContainText(texts('import.refused'))
  await expect(row(page, 'faulty@')).toContainText('timEntity')
  await expect(row(page, 'import-7@')).toContainText('Zoé Importée')
  await press(page, common('list.others_other').replace('{{count}}', '2'))
  await expect(row(page, 'store_seller@demo.example')).toContainText(texts('import.known'))
  await expectSoundScreen(page, 'the check of a file')

  // The second part does not arrive: what was made stays, and resuming makes nobody twice.
  let parts = 0
  await page.route('**/api/users/import', (route) => (++parts === 2 ? route.abort() : route.continue()))
  await press(page, start(30))
  await expect(page.getByText(texts('import.interrupted'))).toBeVisible()
  await expect(page.getByText('25 sur 30')).toBeVisible()
  await press(page, texts('import.resume'))
  await expect(page.getByText(texts('import.done'))).toBeVisible()
  await expect(row(page, 'import-29@')).toContainText(texts('import.made'))
  const { rows } = await server().owner.query<{ users: number; mails: number }>(
    `select (select count(*)::int from user_account where email like 'import-%') as users,
       (select count(*)::int from mail_message where recipient like 'import-%' and kind = 'user_invitation') as mails`,
  )
  expect(rows).toEqual([{ users: 30, mails: 30 }])

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, texts('import.refusedFile'))])
  const refused = readFileSync(await download.path(), 'utf8')
  expect(refused).toContain(`${head};reason`)
  expect(refused.trim().split('\r\n')).toHaveLength(2)
  await press(page, texts('import.other'))
  await chooseFile(page, file)
  await expect(page.getByText(texts('import.nothing'))).toBeVisible()
  await context.close()
})
