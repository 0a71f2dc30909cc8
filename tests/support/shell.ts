import { expect, test, type Browser, type Page } from 'playwright/test'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import { signedInKey } from '#web/local/outbox/outbox-database.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { takeContext } from './browser-pool.ts'
import { spend } from './expenses.ts'
import { signInWithinPage } from './in-page-script.ts'
import { demoLimitMs } from './prepare-app.ts'
import { readTexts } from './texts.ts'

const password = 'Reprise-2026'
/** Sizes of the places where the app is used. */
export const sizes = {
  phone: { width: 360, height: 640 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
}
/** French texts of the shell. */
export const french = {
  access: readTexts('fr-FR', 'access'),
  shell: readTexts('fr-FR', 'shell'),
  common: readTexts('fr-FR', 'common'),
  setup: readTexts('fr-FR', 'setup'),
}

/** A page whose app is put on the device, which takes a browser some seconds: no other test of the shell asks for it. */
export const installed = { serviceWorkers: 'allow' } as const

/** The product for the tests of one file, seen in browsers without a profile. */
export function prepareShell() {
  let server: AppServer
  test.beforeAll(async () => {
    test.setTimeout(demoLimitMs)
    server = await startAppServer(50)
  })
  test.afterAll(async () => {
    await server.close()
  })

  async function open(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
    return spend('page', async () => {
      const context = await takeContext(browser, {
        baseURL: server.url,
        viewport: sizes.desk,
        serviceWorkers: 'block',
        ...options,
      })
      return { context, page: await context.newPage() }
    })
  }

  async function endSessions(): Promise<void> {
    await server.owner.query('delete from session')
  }

  return { server: () => server, open, endSessions }
}

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

/** Leaves a page as a sign-out does that the server has not heard of yet. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(async (key) => {
    localStorage.clear()
    document.cookie = 'reprise-signed-out=none; path=/'
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('reprise-outbox')) return
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('reprise-outbox')
      opening.addEventListener('error', () => reject(new Error('the outbox does not open')))
      opening.addEventListener('success', () => {
        const database = opening.result
        const writing = database.transaction('meta', 'readwrite')
        writing.objectStore('meta').delete(key)
        writing.addEventListener('complete', () => {
          database.close()
          resolve()
        })
      })
    })
  }, signedInKey)
}

/** Opens every group of the side menu: a long menu stands open where the user is alone. */
export async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: french.shell('menu.label') })
  await expect(menu.getByRole('link').first()).toBeVisible()
  // A group within one that opens is there before it is seen.
  const closed = menu.locator('button:not([data-expanded])')
  while ((await closed.count()) > 0) await closed.filter({ visible: true }).first().click()
}
