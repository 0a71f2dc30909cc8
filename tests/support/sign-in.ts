import { expect, type Page } from 'playwright/test'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import { spend } from './expenses.ts'
import { signInWithinPage } from './in-page-script.ts'
import { french } from './shell.ts'

const password = 'Reprise-2026'

/** Fills the form of the sign-in and sends it. */
export async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel(french.access('field.email')).fill(email)
  await page.getByRole('textbox', { name: french.access('field.password') }).fill(secret)
  await page.getByRole('button', { name: french.access('login.submit'), exact: true }).click()
}

/**
 * Signs a demo user of a type in, and opens a page of the app; with null, the test opens one itself. An administrator of
 * the platform has opened the demo's retailer then.
 */
export function signIn(page: Page, type: UserType, path: string | null = '/home'): Promise<void> {
  return spend('sign-in', async () => {
    const email = `${type}@demo.example`
    if (!(await signInWithinPage(page, email, password))) {
      await page.goto('/login')
      await fillSignIn(page, email)
      await page.waitForURL('**/home')
      if (isAdminType(type)) await openDemo(page)
      if (path === '/home') return
    }
    if (path !== null) await page.goto(path)
  })
}

/** Opens the demo's retailer, by whatever name a test has given it, from the dashboard of the platform. */
export async function openDemo(page: Page): Promise<void> {
  const [before = '', after = ''] = french.setup('clients.enterName').split('{{name}}')
  const name = new RegExp(`^${before}(?!Autre Enseigne|Rachat Nova).*${after}$`)
  // The page is loaded again in the client, after it was drawn there once.
  const again = page.waitForEvent('load')
  await page.getByRole('button', { name }).click()
  await again
  await expect(page.getByRole('complementary', { name: french.shell('opened.label') })).toBeVisible()
}
