import { expect, test } from 'playwright/test'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { installed, leave, prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { servedByWorker } from '#tests/support/service-worker.ts'

const { open, server } = prepareShell()

test.describe('the installed app', () => {
  test('is put on the device once a user signs in, and starts from cold without network as that user', async ({
    browser,
  }) => {
    const { context, page } = await open(browser, installed)
    // It is no business of a visitor.
    await page.goto('/')
    await page.goto('/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await signIn(page, 'warehouse_operator')
    await servedByWorker(page)
    const session = await context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    await context.setOffline(true)
    const cold = await context.newPage()
    await cold.goto('/home')
    await expect(cold.getByText(/^Bonjour /)).toBeVisible()
    await cold.goto('/design-system/floor')
    await expect(cold.getByRole('heading', { name: 'Réception' })).toBeVisible()
    await expect(cold.goto('/eula')).rejects.toThrow()
    // An unknown path leads the user to not-found, and whom nobody knows to the sign-in.
    await page.goto('/no/such/page')
    await page.waitForURL('**/404')
    await leave(page)
    await page.goto('/no/such/page')
    await page.waitForURL(/\/login\?from=%2F$/)
    await context.close()
  })

  test('may be installed on a device, as Chromium judges it', async () => {
    // A profile on the disk: Chromium installs nothing from a window that keeps nothing.
    const device = await startHandheld({ isWhole: true, baseURL: server().url })
    try {
      const page = device.page()
      const session = await device.context().newCDPSession(page)
      const hindrances = async () =>
        (await session.send('Page.getInstallabilityErrors')).installabilityErrors.map(({ errorId }) => errorId)
      await signInOn(page, 'warehouse_operator')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
      await expect.poll(hindrances).toEqual([])
      await page.goto('/api/health')
      await expect.poll(hindrances).toEqual(['no-manifest'])
    } finally {
      await device.close()
    }
  })
})
