import { expect as expectSoon, test, type Page } from 'playwright/test'
import { pushLock } from '#web/local/sync/push-loop.ts'
import { releaseLabel } from '#web/staff/app/release-label.ts'
import { copyRelease, type AppRelease } from '#tests/support/app-release.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { demoLimitMs } from '#tests/support/prepare-app.ts'
import { badgeOf, linesOf, scanAll, signInAtCheckIn, startHandheld } from '#tests/support/handheld.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { readTexts } from '#tests/support/texts.ts'
import { takePicture } from '#tests/support/pictures.ts'

// Installing a version copies every file of it, beside a server that keeps pushes waiting.
const expect = expectSoon.configure({ timeout: 30_000 })
const text = readTexts('fr-FR', 'shell')
let release: AppRelease
let app: AppServer

test.beforeAll(async () => {
  test.setTimeout(demoLimitMs)
  release = copyRelease()
  app = await startAppServer(600, release.folder)
})
test.afterAll(async () => {
  await app.close()
  release.remove()
})

test('a new version takes over with operations waiting, after consent, and loses none of them', async () => {
  test.setTimeout(240_000)
  const codes = (await app.itemsInTransit(app.warehouses[0], 9)).map(({ code }) => code)
  const since = new Date()
  // Its own: the files of the new version stay on it, where another file's server has the old one.
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  const page = device.page()
  try {
    await signInAtCheckIn(page, 'warehouse_operator')
    await device.offline(true)
    await scanAll(page, codes.slice(0, 4))
    await expect(badgeOf(page)).toContainText('4 en attente')
    const script = await entryScript(page)

    // The new version's files come through, and no push is answered.
    await app.owner.query('begin; lock table sync_device in access exclusive mode')
    release.deploy('2026-r01')
    await device.offline(false)
    await lookForUpdate(page)
    const prompt = page.getByRole('status').filter({ hasText: text('update.title') })
    await expect(prompt).toBeVisible()
    await checkLook(page)
    for (const button of await prompt.getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(60)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Terminer' }).click({ trial: true })

    await scanAll(page, codes.slice(4, 6))
    await expect(linesOf(page)).toHaveCount(6)
    const second = await page.context().newPage()
    await second.goto('/warehouse/checkin')
    await expect(linesOf(second)).toHaveCount(6)
    await expect(second.getByText(text('update.title'))).toBeVisible()
    expect(await entryScript(second)).toBe(script)
    await second.close()
    expect(await entryScript(page)).toBe(script)
    expect(await waits(page)).toBe(true)

    await device.offline(true)
    await scanAll(page, codes.slice(6, 8))
    await expect(badgeOf(page)).toContainText('8 en attente')

    // While a batch is on its way, consent waits for its end.
    await holdPushLock(page)
    await prompt.getByRole('button', { name: text('update.now') }).click()
    await expect.poll(() => lockIsAwaited(page)).toBe(true)
    // Time enough for a takeover that does not wait.
    await page.waitForTimeout(500)
    expect(await waits(page)).toBe(true)
    const reloaded = page.waitForEvent('load')
    await releasePushLock(page)
    await reloaded

    await expect(linesOf(page)).toHaveCount(8)
    await expect(badgeOf(page)).toContainText('8 en attente')
    expect(await entryScript(page)).not.toBe(script)
    await expect(prompt).toBeHidden()
    await scanAll(page, codes.slice(8, 9))
    await expect(linesOf(page)).toHaveCount(9)
    expect(await app.checkIns(since)).toEqual([])

    await app.owner.query('commit')
    await device.offline(false)
    await expect(badgeOf(page)).toContainText('Tout est envoyé')
    const done = await app.checkIns(since)
    expect(done.map(({ seq }) => seq)).toEqual(done.map((_, at) => at + 1))
    expect(await codesOf(done.map(({ itemId }) => itemId))).toEqual(codes)

    await page.goto('/home')
    await expect(page.getByRole('contentinfo')).toContainText('2026-r01')
    await expect(page.getByRole('contentinfo')).not.toContainText(releaseLabel)
  } finally {
    await app.owner.query('rollback')
    await device.close()
  }
})

test('a page that was loaded past the service worker is taken over, and a version that was put off at the next start', async () => {
  const device = await startHandheld({ isOwn: true, baseURL: app.url })
  try {
    let page = device.page()
    await signInAtCheckIn(page, 'warehouse_operator_2')
    const client = await page.context().newCDPSession(page)
    const loaded = page.waitForEvent('load')
    await client.send('Page.reload', { ignoreCache: true })
    await loaded
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await client.detach()
    const script = await entryScript(page)
    release.deploy('2026-r02')
    await lookForUpdate(page)
    await page.getByRole('button', { name: text('update.later') }).click({ timeout: 40_000 })
    await expect(page.getByText(text('update.title'))).toBeHidden()
    expect(await entryScript(page)).toBe(script)
    await device.kill()
    page = await device.start({ offline: true })
    await page.goto('/home')
    await expect(page.getByRole('contentinfo')).toContainText('2026-r02')
  } finally {
    await device.close()
  }
})

/** What the browser does at a navigation, and the app every half hour. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}

async function waits(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
}

async function entryScript(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
}

async function holdPushLock(page: Page): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        void navigator.locks.request(name, () => {
          held()
          return new Promise<void>((release) => document.addEventListener('test:release', () => release()))
        })
      }),
    pushLock,
  )
}

async function releasePushLock(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('test:release')))
}

async function lockIsAwaited(page: Page): Promise<boolean> {
  return page.evaluate(async (name) => {
    const { pending = [] } = await navigator.locks.query()
    return pending.some((lock) => lock.name === name)
  }, pushLock)
}

async function checkLook(page: Page): Promise<void> {
  // The full-screen result of the last scan goes by itself.
  await page.waitForTimeout(1000)
  await takePicture(page, `360-light-update.png`)
  await expectSoundScreen(page, 'update')
}

async function codesOf(itemIds: readonly string[]): Promise<readonly string[]> {
  const found = await app.owner.query<{ code: string }>(
    `select identification_number as code from item join unnest($1::uuid[]) with ordinality as wanted(id, at)
      on wanted.id = item.id order by at`,
    [itemIds],
  )
  return found.rows.map(({ code }) => code)
}
