import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, expect, type BrowserContext, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { chromiumArguments } from './chromium-arguments.ts'
import { spend } from './expenses.ts'
import { roomyMemory } from './memory-folder.ts'
import { typeAsScanner } from './wedge.ts'

/** A device of the floor: a Chromium with a profile of its own, which outlives its process. */
export interface Handheld {
  /** The context of the running browser. */
  context(): BrowserContext
  /** The first tab. */
  page(): Page
  /** Ends the browser's process as a fallen device would. */
  kill(): Promise<void>
  /** Starts the browser again on the same profile; offline from its first request on where told. */
  start(options?: { readonly offline?: boolean }): Promise<Page>
  offline(offline: boolean): Promise<void>
  close(): Promise<void>
}

/** How a device is made. */
export interface HandheldOptions {
  readonly baseURL: string
  /** Whether the app was never on the device; else it lies there from earlier days, and nobody is signed in. */
  readonly isNew?: boolean
  readonly args?: readonly string[]
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
}

/** Starts a device. */
export async function startHandheld(options: HandheldOptions): Promise<Handheld> {
  const profile = mkdtempSync(path.join(profiles(), 'reprise-handheld-'))
  if (!options.isNew) await spend('browser', async () =>
      cpSync(await profileWithApp(options.baseURL), profile, { recursive: true }),
    )
  let context = await spend('browser', () => launch(profile, options))
  const first = (): Page => context.pages()[0]!
  return {
    context: () => context,
    page: first,
    async kill() {
      const pids = processesOf(profile)
      expect(pids.length).toBeGreaterThan(0)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await context.close().catch(() => undefined)
      while (processesOf(profile).length > 0) await wait(20)
    },
    async start({ offline = false } = {}) {
      context = await spend('browser', () => launch(profile, options))
      if (offline) await context.setOffline(true)
      return first()
    },
    offline: (offline) => context.setOffline(offline),
    async close() {
      await spend('browser', () => context.close().catch(() => undefined))
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

// Tests keep the disks of their devices in memory, where there is room; a bench measures a real one.
const profiles = (): string => (process.env.TEST_PARALLEL_INDEX === undefined ? null : roomyMemory()) ?? tmpdir()

// Profiles on which nothing has happened but that the app was put there, by address and release.
const profilesWithApp = new Map<string, string>()

/**
 * A profile that has the app and no more. Putting it there takes a browser as long as a short test takes, so that the
 * devices of all files that a process runs begin with a copy.
 */
async function profileWithApp(baseURL: string): Promise<string> {
  const release = createHash('sha256')
    .update(await (await fetch(`${baseURL}/sw.js`)).text())
    .digest('hex')
  const known = profilesWithApp.get(baseURL + release)
  if (known !== undefined) return known
  const profile = mkdtempSync(path.join(profiles(), 'reprise-app-'))
  process.once('exit', () => rmSync(profile, { recursive: true, force: true }))
  const context = await launch(profile, { baseURL })
  const page = context.pages()[0]!
  // No page of the app: a device gets its number, its copy and its texts from the first one.
  await page.goto('/app.webmanifest')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    await navigator.serviceWorker.ready
  })
  await context.close()
  profilesWithApp.set(baseURL + release, profile)
  return profile
}

async function launch(profile: string, options: HandheldOptions): Promise<BrowserContext> {
  const executable = process.env.CHROMIUM_PATH
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: options.baseURL,
    viewport: options.viewport ?? { width: 360, height: 640 },
    locale: options.locale ?? 'fr-FR',
    colorScheme: options.colorScheme ?? 'light',
    permissions: ['camera'],
    args: [...chromiumArguments, '--disable-dev-shm-usage', ...(options.args ?? [])],
    ...(executable ? { executablePath: executable } : {}),
  })
  context.setDefaultTimeout(20_000)
  return context
}

// Only processes that name this profile, which nobody else has.
function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        return command.includes(`--user-data-dir=${profile}`) ? [Number(name)] : []
      } catch {
        return []
      }
    })
}

/** Signs a demo user in and waits until the app is ready to start without a network. */
export function signInOn(page: Page, name: string): Promise<void> {
  return spend('sign-in', () => signInThere(page, name))
}

async function signInThere(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[type="email"], input[name="email"]').first().fill(`${name}@demo.example`)
  await page.locator('input[type="password"]').first().fill(demoPassword)
  await page.locator('button[type="submit"]').first().click()
  await page.waitForURL('**/home')
}

/** Opens the check-in and waits for the copy and for the service worker that starts it offline. */
export function openCheckIn(page: Page): Promise<void> {
  return spend('device copy', () => openReadyCheckIn(page))
}

async function openReadyCheckIn(page: Page): Promise<void> {
  await page.goto('/warehouse/checkin')
  await expect(page.getByText('La série commence au premier scan', { exact: false })).toBeVisible({ timeout: 30_000 })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50))
  })
}

/** A device whose warehouse operator is at the check-in, ready to go on without a network. */
export async function startAtCheckIn(baseURL: string): Promise<{ readonly device: Handheld; readonly page: Page }> {
  const device = await startHandheld({ baseURL })
  const page = device.page()
  await signInOn(page, 'warehouse_operator')
  await openCheckIn(page)
  return { device, page }
}

/** The connection badge of a page. */
export function badgeOf(page: Page) {
  return page.getByTestId('connection-badge')
}

/** The lines of the running round, newest first. */
export function linesOf(page: Page) {
  return page.getByRole('region', { name: 'Scans de la série' }).getByRole('listitem')
}

/** Scans codes one after the other without waiting for the screen. */
export async function scanAll(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) await typeAsScanner(page, code, { keyMs: 8 })
}
