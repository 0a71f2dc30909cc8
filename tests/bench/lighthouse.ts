import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { chromium, type Locator, type Page } from 'playwright/test'
import { startAppServer } from '#tests/support/app-server.ts'
import { report } from '#tests/support/bench-database.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { freePort } from '../../scripts/embedded-postgres.mjs'

// The public pages as a phone on a slow network gets them: Lighthouse mobile with throttling by the browser itself, on
// the production build and a real server, and interactions at 4× by script. Client and server share this machine.
// `npm run bench -- lighthouse --part pages --page home --runs 1` runs less of it.
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, part: { type: 'string' }, page: { type: 'string' } },
})
const runs = Number(values.runs)

const stopPostgres = await startTestPostgres()
const server = await startAppServer(50)
const product = await server.owner.query<{ id: string }>(
  `select id from product where status = 'published' and label ilike '%iphone%' order by id limit 1`,
)
const paths: Readonly<Record<string, string>> = {
  home: '/home',
  search: '/buyback/search',
  results: '/buyback/search/products?query=iphone',
  wizard: `/buyback/create/${product.rows[0]?.id}/iphone`,
}

async function measurePages(): Promise<void> {
  const port = await freePort(0)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    for (const [name, path] of Object.entries(paths)) {
      if (values.page !== undefined && values.page !== name) continue
      const url = `${server.url}${path}`
      await fetch(url)
      const figures: Record<string, number[]> = {}
      for (let run = 0; run < runs; run++) {
        const result = await lighthouse(url, {
          port: port!,
          output: 'json',
          logLevel: 'error',
          throttlingMethod: 'devtools',
        })
        if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`)
        const { categories, audits } = result.lhr
        const add = (figure: string, value: number | null | undefined): void =>
          void (figures[figure] ??= []).push(value ?? Number.NaN)
        for (const { id, score } of Object.values(categories)) add(id, Math.round((score ?? 0) * 100))
        add('LCP', audits['largest-contentful-paint']?.numericValue)
        add('CLS', audits['cumulative-layout-shift']?.numericValue)
        add('TBT', audits['total-blocking-time']?.numericValue)
        add('FCP', audits['first-contentful-paint']?.numericValue)
        if (run === 0) sayFaults(result.lhr)
      }
      console.log(`${name} (median of ${runs})`)
      for (const [figure, list] of Object.entries(figures)) {
        const sorted = list.toSorted((a, b) => a - b)
        const median = sorted[Math.floor(sorted.length / 2)]!
        const goal = goals[figure]
        const shown = figure === 'CLS' ? median.toFixed(4) : Math.round(median).toLocaleString('en')
        console.log(`  ${figure}: ${shown}${goal === undefined ? '' : ` (goal ${goal})`}`)
      }
    }
  } finally {
    await browser.close()
  }
}

const goals: Readonly<Record<string, string>> = {
  performance: '≥ 98',
  accessibility: '100',
  'best-practices': '100',
  seo: '100',
  LCP: '≤ 1,000 ms',
  CLS: '≤ 0.001',
}

/** Names what keeps a category from 100. */
function sayFaults({ categories, audits }: NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']): void {
  for (const { id, auditRefs } of Object.values(categories))
    for (const { id: audit, weight } of auditRefs) {
      const found = audits[audit]
      if (weight === 0 || found?.score === null || found === undefined || found.score >= 0.99) continue
      console.log(`  ${id}: ${found.title} (${found.displayValue ?? found.score})`)
    }
}

/** A finger's touch, as long as a finger takes. */
async function touch(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(80)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

interface Interaction {
  readonly page: string
  readonly act: (page: Page) => Promise<void>
}

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const interactions: readonly Interaction[] = [
  {
    page: 'home',
    act: async (page) => {
      await touch(page, page.locator('header button[aria-haspopup=dialog]'))
      await page.waitForTimeout(300)
      await page.keyboard.press('Escape')
      await page.locator('main [role=combobox]').first().pressSequentially('iphone', { delay: 120 })
    },
  },
  {
    page: 'search',
    act: async (page) => {
      await page.locator('main [role=combobox]').first().pressSequentially('samsung', { delay: 120 })
      await page.keyboard.press('Enter')
      await page.waitForURL('**/products?**')
    },
  },
  {
    page: 'results',
    act: async (page) => {
      await touch(page, page.locator('main summary').first())
      await page.waitForTimeout(300)
      await touch(page, page.locator('main a[href*="brand="]').first())
      await page.waitForTimeout(700)
    },
  },
  {
    page: 'wizard',
    act: async (page) => {
      const imei = page.locator('main input')
      if (await imei.isVisible()) {
        await imei.pressSequentially('490154203237518', { delay: 60 })
        await page.keyboard.press('Enter')
        // A number that belongs to another product is asked about once.
        const anyway = page.locator('main [role=alert] button').last()
        await anyway.or(page.locator('main ul button').first()).first().waitFor()
        if (await anyway.isVisible()) await touch(page, anyway)
      }
      for (let step = 0; step < 3; step++) {
        await touch(page, page.locator('main ul button').first())
        await page.waitForTimeout(500)
      }
    },
  },
]

interface Seen {
  /** Milliseconds from the touch to the next picture. */
  readonly duration: number
  readonly what: string
  /** Of those, before the page heard of it, while it worked, and until the picture stood. */
  readonly parts: readonly number[]
}

/** What the browser has noted of touches and keys; runs in the page. */
function seenInteractions(): Seen[] {
  type Entry = PerformanceEventTiming & { readonly interactionId?: number }
  const { seenInteractions: entries } = window as unknown as { readonly seenInteractions: readonly Entry[] }
  return entries
    .filter(({ interactionId }) => interactionId)
    .map(({ name, target, startTime, processingStart, processingEnd, duration }) => ({
      duration,
      what: `${name} ${target instanceof Element ? `${target.tagName} ${target.textContent?.slice(0, 30)}` : ''}`,
      parts: [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd],
    }))
}

const unnamed: Seen = { duration: 16, what: 'nothing of 16 ms', parts: [] }

/** The longest interaction of each page, from the touch to the next picture, with the page's thread slowed to a quarter. */
async function measureInteractions(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const { page: name, act } of interactions) {
      if (values.page !== undefined && values.page !== name) continue
      const longest: Seen[] = []
      for (let run = 0; run < runs; run++) {
        const context = await browser.newContext({ ...phone, locale: 'fr-FR' })
        const page = await context.newPage()
        await page.addInitScript(() => {
          // Entries are kept as they are: what is made of them here would be part of what is measured.
          const seen: PerformanceEntry[] = []
          Object.assign(window, { seenInteractions: seen })
          new PerformanceObserver((list) => {
            seen.push(...list.getEntries())
          }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
        })
        await page.goto(`${server.url}${paths[name]}`)
        await page.waitForLoadState('networkidle')
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        await act(page)
        await page.waitForTimeout(300)
        const seen = await page.evaluate(seenInteractions)
        // The browser names none that took less than 16 ms.
        longest.push(seen.reduce((one, other) => (other.duration > one.duration ? other : one), unnamed))
        await context.close()
      }
      const durations = longest.map(({ duration }) => duration)
      report(`${name}: longest interaction at 4×`, durations, 'ms', '≤ 50')
      for (const { what, duration, parts } of longest)
        console.log(`  ${what}: ${duration} ms (waiting, working, drawing: ${parts.map(Math.round).join(', ')})`)
    }
  } finally {
    await browser.close()
  }
}

try {
  if (values.part !== 'interactions') await measurePages()
  if (values.part !== 'pages') await measureInteractions()
} finally {
  await server.close()
  await stopPostgres()
}
