import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { spend } from './expenses.ts'
import { quietPage } from './quiet-page.ts'

/**
 * Browsers and contexts of one worker, used by one test after another. Starting one costs as much as a short test, and
 * a context that has run the app before keeps its compiled scripts. What a test has stored, routed or switched off is
 * reset in between; a context that cannot be reset (scripts or functions added to every page, a moved clock, a killed
 * process) is thrown away.
 */
export interface Pooled {
  readonly context: BrowserContext
  /** Keeps it from being used again. */
  spoil(): void
  /** Resets it and gives it back to the pool, or ends it. */
  release(): Promise<void>
}

interface Entry {
  readonly key: string
  readonly context: BrowserContext
  readonly end: () => Promise<void>
  readonly origin: string | null
  readonly keepsWorker: boolean
  isSpoiled: boolean
}

const idle: Entry[] = []
/** Idle entries of a worker: each is a process or a share of one, with some 100 MB. */
const mostIdle = 4
/** A reset that takes longer hangs, and costs more than a context that is made. */
const resetMs = 10_000

/** Where the app is served, and whether its service worker and files stay on the device between two tests. */
export interface Kept {
  readonly origin?: string
  readonly keepsWorker?: boolean
}

/** Takes an idle entry of this key, or makes one. */
export async function takePooled(
  key: string,
  make: () => Promise<{ readonly context: BrowserContext; readonly end: () => Promise<void> }>,
  { origin, keepsWorker = false }: Kept = {},
): Promise<Pooled> {
  const at = idle.findLastIndex((entry) => entry.key === key)
  const entry =
    at >= 0
      ? idle.splice(at, 1)[0]!
      : watched({ key, ...(await make()), origin: origin ?? null, keepsWorker, isSpoiled: false })
  return {
    context: entry.context,
    spoil: () => void (entry.isSpoiled = true),
    release: () => spend('browser', () => release(entry)),
  }
}

/** Opens a context with these options in a browser; its `close` gives it back to the pool. */
export async function takeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = `context ${numberOf(browser)} ${JSON.stringify(options)}`
  const make = async () => {
    const context = await browser.newContext(options)
    const close = context.close.bind(context)
    return { context, end: () => close() }
  }
  const pooled = await takePooled(
    key,
    make,
    options.baseURL === undefined ? {} : { origin: new URL(options.baseURL).origin },
  )
  pooled.context.close = () => pooled.release()
  return pooled.context
}

// A file may start a browser of its own, whose contexts end with it.
const numbers = new WeakMap<Browser, number>()
let browsers = 0
function numberOf(browser: Browser): number {
  const number = numbers.get(browser) ?? ++browsers
  numbers.set(browser, number)
  return number
}

// What stays with a context for its whole life spoils it.
function watched(entry: Entry): Entry {
  const spoilsBy = (owner: object, names: readonly string[]): void => {
    for (const name of names) {
      const methods = owner as Record<string, (...args: unknown[]) => unknown>
      const method = methods[name]!.bind(owner)
      methods[name] = (...args) => {
        entry.isSpoiled = true
        return method(...args)
      }
    }
  }
  const { context } = entry
  spoilsBy(context, ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'on', 'routeWebSocket'])
  spoilsBy(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'])
  return entry
}

async function release(entry: Entry): Promise<void> {
  const isReset =
    !entry.isSpoiled &&
    (await Promise.race([
      reset(entry),
      wait(resetMs, undefined, { ref: false }).then(() => Promise.reject(new Error('too slow'))),
    ]).then(
      () => true,
      () => false,
    ))
  if (!isReset) {
    await entry.end().catch(() => undefined)
    return
  }
  idle.push(entry)
  if (idle.length > mostIdle)
    await idle
      .shift()!
      .end()
      .catch(() => undefined)
}

async function reset({ context, origin, keepsWorker }: Entry): Promise<void> {
  const origins = new Set([origin, ...context.pages().map((page) => originOf(page))])
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  if (keepsWorker && origin !== null) await forgetWithin(blank, origin)
  else await forgetAll(context, blank, origins)
}

/**
 * Empties what the app has stored, from a document of its origin that runs no script. The browser's own way takes the
 * bucket of the origin away too, and notes its new one only after some seconds: a device that is killed before would
 * start with nothing.
 */
async function forgetWithin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${quietPage}`)
  await page.evaluate(async () => {
    localStorage.clear()
    const databases = await indexedDB.databases()
    const deleted = databases.map(
      ({ name = '' }) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.addEventListener('success', () => resolve())
          for (const end of ['error', 'blocked'])
            request.addEventListener(end, () => reject(new Error(`${name}: ${end}`)))
        }),
    )
    await Promise.all(deleted)
  })
  await page.goto('about:blank')
}

async function forgetAll(context: BrowserContext, page: Page, origins: ReadonlySet<string | null>): Promise<void> {
  const cdp = await context.newCDPSession(page)
  for (const origin of origins)
    if (origin !== null) await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: storages.join(',') })
  await cdp.detach()
}

const originOf = (page: Page): string | null => {
  const { origin, protocol } = new URL(page.url())
  return protocol.startsWith('http') ? origin : null
}

const storages = [
  'local_storage',
  'indexeddb',
  'file_systems',
  'shared_storage',
  'storage_buckets',
  'service_workers',
  'cache_storage',
]
