import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { chromium, type Page } from 'playwright/test'
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

interface Interaction {
  readonly page: string
  readonly act: (page: Page) => Promise<void>
}

const interactions: readonly Interaction[] = [
  {
    page: 'home',
    act: async (page) => {
      await page.locator('header button[aria-haspopup=dialog]').click()
      await page.waitForTimeout(300)
      await page.keyboard.press('Escape')
      await page.locator('main input[type=search]').first().pressSequentially('iphone', { delay: 120 })
    },
  },
  {
    page: 'search',
    act: async (page) => {
      await page.locator('main input[type=search]').first().pressSequentially('samsung', { delay: 120 })
      await page.keyboard.press('Enter')
      await page.waitForURL('**/products?**')
    },
  },
  {
    page: 'results',
    act: async (page) => {
      await page.locator('main summary').first().click()
      await page.waitForTimeout(300)
      await page.locator('main a[href*="brand="]').first().click()
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
        if (await anyway.isVisible()) await anyway.click()
      }
      for (let step = 0; step < 3; step++) {
        await page.locator('main ul button').first().click()
        await page.waitForTimeout(500)
      }
    },
  },
]

/** The longest interaction of each page, from the touch to the next picture, with the page's thread slowed to a quarter. */
async function measureInteractions(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const { page: name, act } of interactions) {
      if (values.page !== undefined && values.page !== name) continue
      const longest: number[] = []
      for (let run = 0; run < runs; run++) {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
        const page = await context.newPage()
        await page.addInitScript(() => {
          const seen: number[] = []
          Object.assign(window, { seenInteractions: seen })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              if ((entry as PerformanceEventTiming & { interactionId?: number }).interactionId)
                seen.push(entry.duration)
          }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
        })
        await page.goto(`${server.url}${paths[name]}`)
        await page.waitForLoadState('networkidle')
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        await act(page)
        await page.waitForTimeout(300)
        const seen = await page.evaluate(() => (window as unknown as { seenInteractions: number[] }).seenInteractions)
        // The browser names none that took less than 16 ms.
        longest.push(Math.max(16, ...seen))
        await context.close()
      }
      report(`${name}: longest interaction at 4×`, longest, 'ms', '≤ 50')
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
