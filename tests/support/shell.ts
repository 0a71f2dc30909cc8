import { expect, test, type Browser, type Page } from 'playwright/test'
import { signedInKey } from '#web/local/outbox/outbox-database.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { takeContext } from './browser-pool.ts'
import { spend } from './expenses.ts'
import { demoLimitMs } from './prepare-app.ts'
import { readTexts } from './texts.ts'

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
