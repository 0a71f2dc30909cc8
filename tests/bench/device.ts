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

// A device in real Chromium against the real server: first load, scan to feedback, local commit, cold start, push.
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
    commits: () => commitsAndPush(codes),
    screens: () => screens(codes.slice(-200)),
    open: openings,
    filter: filters,
    scroll: scrolling,
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

async function commitsAndPush(codes: readonly string[]): Promise<void> {
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
  const ms = await page.evaluate(() => window.bench.push())
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
          const stale = document.querySelector('[role=rowgroup][aria-busy=true]') !== null
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

/** Frames of the whole list while nobody touches it, while a wheel turns, and while its bar is dragged to the end and back. */
async function scrolling(): Promise<void> {
  const page = await signedIn('/items-stock?all=true', { width: 1280, height: 800 })
  const grid = page.locator('[role=grid]')
  await grid.locator('[data-index]:not([aria-busy])').first().waitFor({ timeout: 60_000 })
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1
  await wait(5_000)
  await throttle(page, 4)
  const list = `${rows.toLocaleString('en')} items at 4× throttling`
  reportFrames(`nobody touches the list of ${list}`, await framesOf(page, () => wait(3_000)))
  await grid.hover()
  const turning = await framesOf(page, async () => {
    for (let turn = 0; turn < 200; turn++) {
      await page.mouse.wheel(0, turn < 120 ? 120 : -120)
      await wait(10)
    }
  })
  reportFrames(`a wheel turns through the list of ${list}`, turning)
  reportFrames(
    `the bar of the list is dragged, ${list}`,
    await framesOf(page, () => page.evaluate(dragToTheEndAndBack)),
  )
  const begin = performance.now()
  await page.evaluate(() => (document.querySelector('[role=grid]')!.scrollTop = 1_234_567))
  await grid.locator('[data-index="25730"]:not([aria-busy])').waitFor()
  report('rows read after a jump to row 25,720', [performance.now() - begin], 'ms', '')
}

interface Frames {
  readonly times: readonly number[]
  /** Frames in which a part of the list in sight had no row at all. */
  readonly gaps: number
  /** Frames in which a row in sight waited for its item. */
  readonly waiting: number
}

/** What the page draws while something happens to its list. */
async function framesOf(page: Page, happen: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const frames = { times: [] as number[], gaps: 0, waiting: 0, isOver: false }
    Object.assign(window, { frames })
    const grid = document.querySelector('[role=grid]')!
    const head = grid.querySelector<HTMLElement>('[data-head]')!.offsetHeight
    let before = performance.now()
    requestAnimationFrame(function next(now) {
      if (frames.isOver) return
      frames.times.push(now - before)
      before = now
      const drawn = [...grid.querySelectorAll<HTMLElement>('[role=row]:not([data-head] *)')]
      const box = grid.getBoundingClientRect()
      const isInSight = ({ top, bottom }: DOMRect): boolean => bottom > box.top + head && top < box.bottom
      const places = drawn.map((row) => ({ row, place: row.getBoundingClientRect() }))
      const foot = grid.querySelector('[data-head] ~ *')!.getBoundingClientRect().bottom
      const isGap =
        (places[0]?.place.top ?? Infinity) > box.top + head + 1 ||
        (places.at(-1)?.place.bottom ?? 0) < Math.min(box.bottom, foot) - 2
      if (isGap) frames.gaps += 1
      else if (places.some(({ row, place }) => row.ariaBusy !== null && isInSight(place))) frames.waiting += 1
      requestAnimationFrame(next)
    })
  })
  await happen()
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: Frames & { isOver: boolean } }
    frames.isOver = true
    return frames
  })
}

/** A hand on the bar moves the list at each frame, far more than a screen of it. */
function dragToTheEndAndBack(): Promise<void> {
  const grid = document.querySelector('[role=grid]')!
  const steps = 120
  return new Promise((resolve) => {
    let at = 0
    requestAnimationFrame(function next() {
      at += 1
      const part = 1 - Math.abs(1 - at / steps)
      grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight)
      if (at < 2 * steps) requestAnimationFrame(next)
      else resolve()
    })
  })
}

function reportFrames(what: string, { times, gaps, waiting }: Frames): void {
  const frames = times.slice(1)
  const share = (count: number): string => `${((100 * count) / frames.length).toFixed(1)} %`
  const late = frames.filter((ms) => ms > (1.5 * 1000) / 60).length
  report(`frames while ${what}`, frames, 'ms', 'no dropped frames')
  console.log(
    `  longest ${Math.max(...frames).toFixed(1)} ms; ${share(late)} of ${frames.length} late (over 1.5 × 16.7 ms), ` +
      `${share(gaps)} with a gap, ${share(waiting)} with rows that wait for their item`,
  )
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
