import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, expect, type BrowserContext, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { isAdminType, type UserType } from '#domain/organization/user-type.ts'
import { chromiumArguments, lightChromium } from './chromium-arguments.ts'
import { takePooled } from './browser-pool.ts'
import { spend } from './expenses.ts'
import { signInWithinPage } from './in-page-script.ts'
import { roomyMemory } from './memory-folder.ts'
import { openDemo } from './sign-in.ts'
import { typeAsScanner } from './wedge.ts'
import { servedByWorker } from './service-worker.ts'
import { quietPage } from './quiet-page.ts'

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
  /** Whether no other test has used its browser, nor will: for tests that kill it, so that they lose what a device loses. */
  readonly isOwn?: boolean
  /** Whether it is a Chromium with a window, which alone installs an app; a device with arguments of its own always is. */
  readonly isWhole?: boolean
  readonly args?: readonly string[]
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: string
}

/**
 * Starts a device. One that has the app and nothing else is taken from the worker's pool; a device that never had it,
 * and one whose browser is started in a way of its own, is made for its test alone.
 */
export async function startHandheld(options: HandheldOptions): Promise<Handheld> {
  const device = await spend('browser', () => (isOrdinary(options) ? takeDevice(options) : makeDevice(options)))
  const { profile, launched, spoil } = device
  let context = device.context
  const first = (): Page => context.pages()[0]!
  return {
    context: () => context,
    page: first,
    async kill() {
      spoil()
      const pids = processesOf(profile)
      expect(pids.length).toBeGreaterThan(0)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await context.close().catch(() => undefined)
      while (processesOf(profile).length > 0) await wait(20)
    },
    async start({ offline = false } = {}) {
      spoil()
      context = await spend('browser', () => launch(profile, options))
      launched.push(context)
      if (offline) await context.setOffline(true)
      return first()
    },
    offline: (offline) => context.setOffline(offline),
    close: () => spend('browser', device.close),
  }
}

/** A browser with its profile; `launched` are all that ran on it, for its end. */
interface Device {
  readonly profile: string
  readonly context: BrowserContext
  readonly launched: BrowserContext[]
  spoil(): void
  close(): Promise<void>
}

// A device that has a camera or is set up from nothing is a whole Chromium, and so is that of a bench. One that is killed
// need not be: both keep what an app stores by the same engine, on the same disk and at the same pace.
const isWhole = ({ isNew = false, isWhole: isAsked = false, args = [] }: HandheldOptions): boolean =>
  isNew || isAsked || args.length > 0 || process.env.TEST_PARALLEL_INDEX === undefined

const isOrdinary = (options: HandheldOptions): boolean => options.isOwn !== true && !isWhole(options)

const browserOf = (options: HandheldOptions): string | undefined =>
  isWhole(options) ? process.env.CHROMIUM_PATH : lightChromium

// Devices of the pool last as long as the worker does.
const made = new Set<string>()
process.once('exit', () => {
  for (const profile of made) rmSync(profile, { recursive: true, force: true })
})

async function makeDevice(options: HandheldOptions): Promise<Device> {
  const profile = mkdtempSync(path.join(profiles(), 'reprise-handheld-'))
  made.add(profile)
  if (!options.isNew) cpSync(await profileWithApp(options), profile, { recursive: true })
  const context = await launch(profile, options)
  const launched = [context]
  return {
    profile,
    context,
    launched,
    spoil: () => undefined,
    async close() {
      for (const each of launched) await each.close().catch(() => undefined)
      made.delete(profile)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const devices = new WeakMap<BrowserContext, Device>()

async function takeDevice(options: HandheldOptions): Promise<Device> {
  const key = `device ${JSON.stringify([await releaseAt(options.baseURL), options])}`
  const make = async () => {
    const device = await makeDevice(options)
    devices.set(device.context, device)
    return { context: device.context, end: device.close }
  }
  const kept = { origin: new URL(options.baseURL).origin, keepsWorker: true }
  const { context, spoil, release } = await takePooled(key, make, kept)
  return { ...devices.get(context)!, spoil, close: release }
}

// Tests keep the disks of their devices in memory, where there is room; a bench measures a real one.
const profiles = (): string => (process.env.TEST_PARALLEL_INDEX === undefined ? null : roomyMemory()) ?? tmpdir()

// Profiles on which nothing has happened but that the app was put there, by address, release and browser.
const profilesWithApp = new Map<string, string>()

/**
 * A profile that has the app and no more. Putting it there takes a browser as long as a short test takes, so that the
 * devices of all files that a process runs begin with a copy.
 */
async function profileWithApp({ baseURL, ...options }: HandheldOptions): Promise<string> {
  const key = [baseURL, await releaseAt(baseURL), browserOf({ baseURL, ...options })].join(' ')
  const known = profilesWithApp.get(key)
  if (known !== undefined) return known
  const profile = mkdtempSync(path.join(profiles(), 'reprise-app-'))
  made.add(profile)
  const context = await launch(profile, { baseURL, isWhole: isWhole({ baseURL, ...options }) })
  const page = context.pages()[0]!
  // No page of the app: a device gets its number, its copy and its texts from the first one.
  await page.goto(quietPage)
  await page.evaluate(async () => {
    // As the app's own policy does, which no such page has.
    const { trustedTypes } = window as unknown as {
      readonly trustedTypes?: { createPolicy(name: string, rules: object): unknown }
    }
    trustedTypes?.createPolicy('default', { createScriptURL: (address: string) => address })
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    await navigator.serviceWorker.ready
  })
  await context.close()
  profilesWithApp.set(key, profile)
  return profile
}

// Which program a server hands out.
async function releaseAt(baseURL: string): Promise<string> {
  const program = await (await fetch(`${baseURL}/sw.js`)).text()
  return createHash('sha256').update(program).digest('hex')
}

async function launch(profile: string, options: HandheldOptions): Promise<BrowserContext> {
  const executable = browserOf(options)
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

/** What a browser that is killed soon finds in its local storage: what was there when this was called. */
export async function rememberStorage(page: Page): Promise<() => Promise<void>> {
  const before = await page.evaluate(() => ({ ...localStorage }))
  return () =>
    page.evaluate((stored: Record<string, string>) => {
      localStorage.clear()
      for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text)
    }, before)
}

/** Signs a demo user in and opens a page of the app; with null, the test opens one itself. */
export function signInOn(page: Page, name: string, path: string | null = '/home'): Promise<void> {
  return spend('sign-in', async () => {
    const email = `${name}@demo.example`
    if (!(await signInWithinPage(page, email, demoPassword))) {
      await page.goto('/login')
      await page.locator('input[type="email"], input[name="email"]').first().fill(email)
      await page.locator('input[type="password"]').first().fill(demoPassword)
      await page.locator('button[type="submit"]').first().click()
      await page.waitForURL('**/home')
      if (isAdminType(name as UserType)) await openDemo(page)
      if (path === '/home') return
    }
    if (path !== null) await page.goto(path)
  })
}

/** Opens the check-in and waits for the copy and for the service worker that starts it offline. */
export function openCheckIn(page: Page): Promise<void> {
  return spend('device copy', async () => {
    await page.goto(checkIn)
    await checkInReady(page)
  })
}

/** Signs a demo user in at the check-in, and waits as `openCheckIn` does. */
export async function signInAtCheckIn(page: Page, name: string): Promise<void> {
  await signInOn(page, name, checkIn)
  await spend('device copy', () => checkInReady(page))
}

const checkIn = '/warehouse/checkin'

async function checkInReady(page: Page): Promise<void> {
  await expect(page.getByText('La série commence au premier scan', { exact: false })).toBeVisible({ timeout: 30_000 })
  await servedByWorker(page)
}

/** A device whose warehouse operator is at the check-in, ready to go on without a network. */
export async function startAtCheckIn(baseURL: string): Promise<{ readonly device: Handheld; readonly page: Page }> {
  const device = await startHandheld({ baseURL })
  const page = device.page()
  await signInAtCheckIn(page, 'warehouse_operator')
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
