import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareBackgroundSync } from '#tests/support/background-sync.ts'
import { badgeOf, linesOf, scanAll, signInAtCheckIn, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { readTexts } from '#tests/support/texts.ts'

const texts = readTexts('fr-FR', 'sync')
let app: AppServer
prepareApp(600, (started) => (app = started))

test('the browser is asked at sign-in to keep the data, and not before', async () => {
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    const asked: string[] = []
    await page.exposeFunction('persistAsked', (path: string) => asked.push(path))
    await page.addInitScript(() => {
      const { persist } = StorageManager.prototype
      StorageManager.prototype.persist = function () {
        ;(window as unknown as { persistAsked(path: string): void }).persistAsked(location.pathname)
        return persist.call(this)
      }
    })
    await page.goto('/login')
    await expect(page.locator('input[type="password"]')).toBeVisible()
    expect(asked).toEqual([])
    await signInOn(page, 'warehouse_operator')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  } finally {
    await device.close()
  }
})

interface SentOperation {
  readonly opId: string
  readonly type: string
  readonly seq: number
  readonly args: { readonly code: string }
}

test('what waits is sent when the page becomes visible or comes back from the browser’s cache, without anything else', async () => {
  const items = (await app.itemsInTransit(app.warehouses[0], 12)).slice(-4)
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    // A browser without background sync, as most are.
    await page.addInitScript(() => Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', {}))
    await page.clock.install()
    await signInAtCheckIn(page, 'warehouse_operator')
    for (const { codes, show } of [
      { codes: items.slice(0, 2), show: () => void document.dispatchEvent(new Event('visibilitychange')) },
      {
        codes: items.slice(2),
        show: () => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
      },
    ]) {
      const since = new Date()
      // The server is out of reach while the browser believes in its network, so that no event tells of its return.
      await page.route('**/api/sync/**', (route) => route.abort())
      await scanAll(
        page,
        codes.map(({ code }) => code),
      )
      await expect(badgeOf(page)).toContainText('2 en attente')
      await expect(badgeOf(page)).toContainText(texts('connection.offline'))
      // From here on no timer of the page tries again; a try that this moment still began has failed when it is over.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      await page.waitForTimeout(1_500)
      await page.unroute('**/api/sync/**')
      expect(await app.checkIns(since)).toEqual([])

      await page.evaluate(show)
      await expect
        .poll(async () => (await app.checkIns(since)).map(({ itemId }) => itemId))
        .toEqual(codes.map(({ id }) => id))
      await page.clock.resume()
      await expect(badgeOf(page)).toContainText(texts('connection.allSent'))
    }
  } finally {
    await device.close()
  }
})

test('what waits can be kept as a file, and is sent by the service worker once no page is open', async () => {
  const items = (await app.itemsInTransit(app.warehouses[0], 20)).slice(-2)
  const since = new Date()
  const device = await startHandheld({ baseURL: app.url })
  try {
    let page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator')
    await device.offline(true)
    await scanAll(
      page,
      items.map(({ code }) => code),
    )
    await expect(badgeOf(page)).toContainText('2 en attente')
    await badgeOf(page).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts('sheet.export') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('reprise-export.json')
    const kept = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      readonly deviceId: string
      readonly ops: readonly { readonly state: string; readonly author: string; readonly op: SentOperation }[]
    }
    expect(kept.deviceId).toMatch(/^[0-9a-f-]{36}$/)
    expect(kept.ops.map(({ op, state, author }) => [op.type, op.args.code, op.seq, state, author])).toEqual(
      items.map(({ code }, at) => ['checkInItem', code, at + 1, 'pending', 'Inès Marty']),
    )
    expect(new Set(kept.ops.map(({ op }) => op.opId)).size).toBe(2)
    // A copy of what waits takes nothing away from it.
    await page.keyboard.press('Escape')
    await expect(badgeOf(page)).toContainText('2 en attente')
    const tellWorker = await prepareBackgroundSync(device, app.url)
    await page.goto('about:blank')
    await device.offline(false)
    expect(await app.checkIns(since)).toEqual([])
    const arrived = async () => {
      await tellWorker()
      return (await app.checkIns(since)).map(({ itemId }) => itemId)
    }
    // The browser asks again after a try that failed; here it does so sooner.
    await expect.poll(arrived, { timeout: 20_000, intervals: [4_000] }).toEqual(items.map(({ id }) => id))

    page = await device.context().newPage()
    await page.goto('/warehouse/checkin')
    await expect(badgeOf(page)).toContainText(texts('connection.allSent'))
    await expectConfirmed(page, 2)
    expect(await app.checkIns(since)).toHaveLength(2)
  } finally {
    await device.close()
  }
})

async function expectConfirmed(page: Page, count: number): Promise<void> {
  await expect(linesOf(page)).toHaveCount(count)
  for (const line of await linesOf(page).all()) await expect(line).toContainText('Confirmé')
}
