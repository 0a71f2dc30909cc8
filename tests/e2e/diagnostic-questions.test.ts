import { expect as soonExpected, test, type Page } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import { officeSizes, takePictures } from '#tests/support/pictures.ts'
import { french, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open, server } = prepareShell()
const texts = readTexts('fr-FR', 'catalog')

async function idOf(identifier: string): Promise<string> {
  const { rows } = await server().owner.query<{ id: string }>(
    `select id from category where identifier = $1
      and account_id = (select account_id from user_account where email = 'store_manager@demo.example')`,
    [identifier],
  )
  return rows[0]?.id ?? ''
}

const titles = async (page: Page) =>
  (await page.locator('tbody tr strong').allInnerTexts()).map((title) => title.trim())
const field = (page: Page, name: string, number?: number) =>
  (number === undefined
    ? page.locator('main')
    : page.getByRole('group', { name: texts('questions.answer').replace('{{number}}', String(number)), exact: true })
  ).getByLabel(new RegExp(`^${texts(name)}( \\*)?$`))
const answerName = (page: Page, number: number) =>
  page.getByRole('textbox', { name: texts('questions.answer').replace('{{number}}', String(number)) })

test('a question is added to a category chosen from the tree, changed, moved and taken away (CAT-42 to CAT-45)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'root_management_unit_manager', '/diagnostic')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('questions.title'))
  await page.getByRole('searchbox').fill('objectifs')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('row').filter({ hasText: 'Objectifs' }).press('Enter')
  await page.waitForURL(`**/diagnostic/category/${await idOf('objectifs')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Objectifs')
  await expect.poll(async () => (await titles(page)).length).toBe(1)
  const [before] = await titles(page)
  await takePictures(page, 'questions', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.desk)

  await page.getByRole('link', { name: texts('questions.create') }).click()
  await page.waitForURL('**/question/add')
  await page.getByRole('button', { name: texts('questions.create') }).click()
  const required = french.common('codes.FORM_REQUIRED_BETWEEN').replace('{{min}}', '2').replace('{{max}}', '255')
  await expect(page.getByText(required)).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: texts('questions.question') })).toBeFocused()
  await page.getByRole('textbox', { name: texts('questions.question') }).fill('La bague tourne-t-elle ?')
  await field(page, 'questions.howToTest').fill('Tournez-la dans les deux sens.')
  await answerName(page, 1).fill('Oui')
  await answerName(page, 2).fill('Non')
  await expect(page.getByText(required)).toHaveCount(0)
  await field(page, 'questions.bestGrade', 2).click()
  await page.getByRole('option').nth(2).click()
  await field(page, 'questions.effect', 2).click()
  await page.getByRole('option', { name: texts('impact.percentageDown') }).click()
  await field(page, 'questions.percent', 2).fill('10')
  await field(page, 'questions.cap', 2).fill('12,5')
  await takePictures(page, 'question-form', { sizes: officeSizes, audited: ['phone'] })
  await page.setViewportSize(officeSizes.desk)
  await page.getByRole('button', { name: texts('questions.create') }).click()
  await page.waitForURL(/\/diagnostic\/category\/[^/]+\?alert=/)
  await expect.poll(() => titles(page)).toEqual([before, 'La bague tourne-t-elle ?'])
  await expect(page.getByRole('row').nth(2)).toContainText(/-10\s%, 12,50\s€ au plus/)

  await page.getByRole('button', { name: `${texts('form.up')} La bague tourne-t-elle ?` }).click()
  await expect.poll(() => titles(page)).toEqual(['La bague tourne-t-elle ?', before])
  await page.getByRole('row').nth(1).press('Enter')
  await page.waitForURL(/\/question\/[\da-f-]+$/)
  await expect(answerName(page, 2)).toHaveValue('Non')
  await page.getByRole('textbox', { name: texts('questions.question') }).fill('La bague tourne-t-elle librement ?')
  await page.getByRole('button', { name: texts('form.save') }).click()
  await expect.poll(() => titles(page)).toEqual(['La bague tourne-t-elle librement ?', before])

  await page.getByRole('button', { name: `${texts('questions.remove')} La bague tourne-t-elle librement ?` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('questions.remove') })
    .click()
  await expect.poll(() => titles(page)).toEqual([before])

  // The shorter path leads to the form too.
  const id = await idOf('objectifs')
  await navigateInApp(page, `/category/${id}/question/add`)
  await page.waitForURL(`**/diagnostic/category/${id}/question/add`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts('questions.create'))
  await context.close()
})

test('the shorter paths lead to the questions, and a seller only reads them (CAT-46; decisions, 26)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'store_seller')
  const id = await idOf('smartphones')
  await page.goto(`/category/${id}`)
  await page.waitForURL(`**/diagnostic/category/${id}`)
  await expect.poll(async () => (await titles(page)).length).toBe(5)
  await expect(page.getByRole('link', { name: texts('questions.create') })).toHaveCount(0)
  await expect(page.getByRole('row').nth(1).getByRole('button')).toHaveCount(0)
  await page.goto(`/category/${id}/question/add`)
  await page.waitForURL('**/home')
  await context.close()
})
