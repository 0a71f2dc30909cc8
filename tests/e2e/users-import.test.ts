import { readFileSync } from 'node:fs'
import { expect as soonExpected, test, type Page } from 'playwright/test'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { french, prepareShell, signIn } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { keepPaper } from '#tests/support/pictures.ts'

const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'user')
const errors = readTexts('fr-FR', 'errors')
const { common } = french

const store = 'Maison Rivoli Lyon Part-Dieu'
const head = 'email;firstname;lastname;timRole;timEntity'
const seller = (email: string) => `${email};Zoé;Importée;store_seller;${store}`
const choose = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
  page.locator('input[type=file]').setInputFiles({
    name: 'equipe.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, encoding),
  })
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
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
    page.getByRole('link', { name: texts('import.template') }).click(),
  ])
  expect(readFileSync(await template.path(), 'utf8')).toContain('email;firstname;lastname')
  const guide = await page.getByRole('link', { name: texts('import.guide') }).getAttribute('href')
  expect(guide).toContain('fr-FR')
  const answer = await page.request.get(guide ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await keepPaper('users-import-guide', await answer.body())
  await choose(page, 'nom;prénom\nMartin;Anna')
  await expect(page.getByRole('alert')).toContainText(errors('USER_FILE_HEAD'))

  const file = [
    head,
    ...Array.from({ length: 30 }, (_, at) => seller(`import-${at}@demo.example`)),
    'faulty@;Zoé;Importée;store_seller;Nulle part',
    seller('store_seller@demo.example'),
  ].join('\r\n')
  await choose(page, file, 'latin1')
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
  await choose(page, file)
  await expect(page.getByText(texts('import.nothing'))).toBeVisible()
  await context.close()
})
