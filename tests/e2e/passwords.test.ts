import { expect, test } from 'playwright/test'
import { fillSignIn, french, prepareShell, signIn } from '#tests/support/shell.ts'

const { open, server } = prepareShell()
const failure = { status: 500, json: { code: 'SERVER_ERROR', message: 'x', requestId: 'r' } }

test.describe('a password that the server could not keep', () => {
  test('is told to have been not created, by a link’s form in its own words (AUTH-21)', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.route('**/api/password/new/*', (route) => route.fulfill(failure))
    await page.goto(`/new/password?token=p_${'x'.repeat(43)}`)
    for (const name of ['newPassword', 'repeatedPassword'] as const)
      await page.getByRole('textbox', { name: french.access(`field.${name}`), exact: true }).fill('Reprise-2031')
    await page.getByRole('button', { name: french.access('renew.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText('Le mot de passe n’a pas pu être créé.')
    await expect(page.getByRole('textbox', { name: french.access('field.newPassword'), exact: true })).toHaveValue(
      'Reprise-2031',
    )
    await context.close()
  })

  test('is told to have been not changed, to whoever is signed in; the former one stays (AUTH-21)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager', '/account/password')
    await page.route('**/api/password/change', (route) => route.fulfill(failure))
    const fill = async (name: string, value: string) =>
      page.getByRole('textbox', { name: french.access(`field.${name}`), exact: true }).fill(value)
    await fill('currentPassword', 'Reprise-2026')
    await fill('newPassword', 'Reprise-2031')
    await fill('repeatedPassword', 'Reprise-2031')
    await page.getByRole('button', { name: french.access('change.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText('Le mot de passe n’a pas pu être changé.')
    await context.close()
    const again = await open(browser)
    await signIn(again.page, 'store_manager')
    await again.context.close()
  })
})

test('whose module is taken away is signed out at the next request, without a question (AUTH-31)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'management_unit_manager')
  await server().owner.query(`delete from user_module where user_id = (select id from user_account where email = $1)`, [
    'management_unit_manager@demo.example',
  ])
  await page.goto('/users')
  await page.waitForURL(/\/login/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await fillSignIn(page, 'management_unit_manager@demo.example')
  await expect(page.getByRole('alert')).toBeVisible()
  await context.close()
})
