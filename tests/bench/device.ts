import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { build } from 'vite'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { report } from '#tests/support/bench-database.ts'
import { startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { projectRoot } from '../../scripts/process.mjs'

// A device in real Chromium against the real server: first load, scan to feedback, local commit, cold start, drain.
// Device, server and database share this machine. CPU throttling slows the page's own thread, not its workers.
// `npm run bench -- device --part screens --items 20000` runs one part, or a smaller world.
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    queued: { type: 'string', default: '10000' },
    part: { type: 'string' },
  },
})
const items = Number(values.items)
const queued = Number(values.queued)
const email = 'warehouse_operator@demo.example'

const dist = mkdtempSync(path.join(tmpdir(), 'reprise-bench-dist-'))
cpSync(path.join(projectRoot, 'dist'), dist, { recursive: true })
await build({
  configFile: false,
  root: path.join(import.meta.dirname, 'pages'),
  base: '/bench/',
  logLevel: 'warn',
  worker: { format: 'es' },
  build: {
    outDir: path.join(dist, 'bench'),
    target: 'baseline-widely-available',
    rolldownOptions: { input: path.join(import.meta.dirname, 'pages', 'device.html') },
  },
})
process.env.WEB_DIST = dist
const stopPostgres = await startTestPostgres()
const server = await startAppServer(items)
const devices: Handheld[] = []

async function device(): Promise<Handheld> {
  const made = await startHandheld({ baseURL: server.url })
  devices.push(made)
  return made
}

async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

try {
  const labels = await server.itemsInTransit(server.warehouses[0], queued + 500)
  const codes = labels.map(({ code }) => code)
  const parts = {
    load: firstLoads,
    commits: () => commitsAndDrain(codes),
    screens: () => screens(codes.slice(-200)),
    open: openings,
    filter: filters,
  }
  for (const [name, run] of Object.entries(parts)) if (values.part === undefined || values.part === name) await run()
} finally {
  for (const each of devices) await each.close()
  await server.close()
  await stopPostgres()
  rmSync(dist, { recursive: true, force: true })
}

async function firstLoads(): Promise<void> {
  const times: number[] = []
  let count = 0
  for (let run = 0; run < 5; run++) {
    const one = await device()
    await one.page().goto('/bench/device.html')
    const loaded = await one.page().evaluate((user) => window.bench.firstLoad(user.email, user.password), {
      email,
      password: demoPassword,
    })
    times.push(loaded.ms)
    count = loaded.items
    await one.close()
  }
  report(`first load of ${count.toLocaleString('en')} items to a device, durable`, times, 'ms', '≤ 2,000')
}

async function commitsAndDrain(codes: readonly string[]): Promise<void> {
  const one = await device()
  const page = one.page()
  await page.goto('/bench/device.html')
  await page.evaluate((user) => window.bench.firstLoad(user.email, user.password), { email, password: demoPassword })
  await one.offline(true)
  await throttle(page, 4)
  const slow = await page.evaluate((some) => window.bench.capture(some), codes.slice(0, 300))
  report('local commit of one operation at 4× throttling (p99 counts)', slow.slice(20), 'ms', 'p99 ≤ 20')
  await throttle(page, 1)
  for (let from = 300; from < queued; from += 500)
    await page.evaluate((some) => window.bench.capture(some), codes.slice(from, Math.min(from + 500, queued)))
  const waiting = await page.evaluate(() => window.bench.waiting())
  await one.offline(false)
  const ms = await page.evaluate(() => window.bench.drain())
  report(`draining ${waiting.toLocaleString('en')} queued check-ins end to end`, [ms], 'ms', '≤ 5,000')
  await one.close()
}

async function screens(codes: readonly string[]): Promise<void> {
  const one = await device()
  const page = one.page()
  await page.goto('/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  await page.goto('/warehouse/checkin')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await wait(8_000)
  await throttle(page, 4)
  const feedback: number[] = []
  for (const code of codes.slice(0, 60)) feedback.push(await scanToFeedback(page, code))
  report('scan to feedback on the check-in screen at 4× throttling (p95 counts)', feedback.slice(5), 'ms', 'p95 ≤ 100')
  await one.offline(true)
  const starts: number[] = []
  for (let run = 0; run < 7; run++) {
    const fresh = await one.context().newPage()
    await throttle(fresh, 4)
    await fresh.goto('/warehouse/checkin', { waitUntil: 'commit' })
    await fresh.locator('[data-scan-ready]').waitFor()
    starts.push(await fresh.evaluate(() => performance.now()))
    await fresh.close()
  }
  report('cold offline start to scan ready at 4× throttling', starts, 'ms', '≤ 1,000')
  await one.close()
}

async function signedIn(path: string, viewport?: { readonly width: number; readonly height: number }): Promise<Page> {
  const one = await device()
  const page = one.page()
  if (viewport !== undefined) await page.setViewportSize(viewport)
  await page.goto('/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** From the scanner's last key on the work queue to the painted screen of the item's next action. */
async function openings(): Promise<void> {
  // What is still with the customer or in the store is no work of a warehouse yet.
  const { rows } = await server.owner.query<{ code: string }>(
    `select identification_number as code from item
     where destination_warehouse_id = $1 and status = 'item_in_transit' and not tested order by id desc limit 60`,
    [server.warehouses[0]],
  )
  const page = await signedIn('/warehouse/work')
  await page.locator('ul[aria-label] button').first().waitFor({ timeout: 60_000 })
  await throttle(page, 4)
  const times: number[] = []
  for (const { code } of rows) {
    await page.evaluate(() => {
      const measured = window as unknown as { opened: Promise<number> }
      measured.opened = new Promise((resolve) => {
        let begin = 0
        const start = (event: KeyboardEvent): void => {
          if (event.key === 'Enter') begin = performance.now()
        }
        document.addEventListener('keydown', start, { capture: true })
        const seen = new MutationObserver(() => {
          const isThere = location.pathname.startsWith('/warehouse/confirmation-checkin/')
          if (begin === 0 || !isThere || document.querySelector('main dl') === null) return
          seen.disconnect()
          document.removeEventListener('keydown', start, { capture: true })
          requestAnimationFrame(() => resolve(performance.now() - begin))
        })
        seen.observe(document.body, { childList: true, subtree: true })
      })
    })
    await typeAsScanner(page, code)
    times.push(await page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened))
    await page.goBack()
    await page.locator('ul[aria-label] button').first().waitFor()
    await wait(400)
  }
  report('opening an item by scan at 4× throttling (p95 counts)', times.slice(5), 'ms', 'p95 ≤ 100')
}

/** From a press on a filter or a column to the painted rows that answer it. */
async function filters(): Promise<void> {
  const begin = performance.now()
  const page = await signedIn('/items-stock', { width: 1280, height: 800 })
  const grid = page.locator('[role=grid]')
  await grid.locator('[data-index]:not([aria-busy])').first().waitFor({ timeout: 60_000 })
  report('sign-in, first load and first list', [performance.now() - begin], 'ms', '')
  await wait(5_000)
  await throttle(page, 4)
  const times: number[] = []
  for (let run = 0; run < 40; run++) {
    const target = run % 2 === 0 ? page.locator('input[role=switch]') : grid.locator('button').nth(((run - 1) / 2) % 4)
    await page.evaluate(() => {
      const measured = window as unknown as { filtered: Promise<number> }
      measured.filtered = new Promise((resolve) => {
        let pressed = 0
        let isStale = false
        document.addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true })
        const seen = new MutationObserver(() => {
          const stale = document.querySelector('[data-stale]') !== null
          isStale ||= stale
          if (pressed === 0 || !isStale || stale) return
          seen.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - pressed))
        })
        seen.observe(document.body, { attributes: true, childList: true, subtree: true })
      })
    })
    await target.click({ force: true })
    times.push(await page.evaluate(() => (window as unknown as { filtered: Promise<number> }).filtered))
    await wait(300)
  }
  report('filtering and sorting the list of items at 4× throttling', times, 'ms', '≤ 100')
}

/** From the scanner's last key to the painted full-screen result. */
async function scanToFeedback(page: Page, code: string): Promise<number> {
  await page.evaluate(() => {
    const measured = window as unknown as { scanned: Promise<number> }
    measured.scanned = new Promise((resolve) => {
      let begin = 0
      document.addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter') begin = performance.now()
        },
        { capture: true },
      )
      const seen = new MutationObserver(() => {
        if (begin === 0 || document.querySelector('[data-tone][class*=feedback]') === null) return
        seen.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - begin))
      })
      seen.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
  })
  await typeAsScanner(page, code)
  const ms = await page.evaluate(() => (window as unknown as { scanned: Promise<number> }).scanned)
  await page.keyboard.press('Escape')
  await wait(1_100)
  return ms
}
