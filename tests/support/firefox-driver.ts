import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drawActions, keyActions, soon, type Engine, type EngineDriver, type Plain } from './engine-driver.ts'

/** What a fresh profile does not ask, tell, or fetch. */
const preferences: Readonly<Record<string, string | number | boolean>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'fr-FR, fr',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
}

/**
 * Starts a Firefox without a window on a profile of its own, and speaks WebDriver BiDi with it. Each device is a part of
 * it that stores for itself: a start of its own would take longer than most of what is played.
 */
export async function startFirefox(binary: string): Promise<Engine> {
  const profile = mkdtempSync(path.join(tmpdir(), 'reprise-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const browser = spawn(binary, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  let written = ''
  browser.stderr.on('data', (data) => (written = `${written}${String(data)}`.slice(-20_000)))
  // What cannot be started at all never exits.
  const ended = new Promise<Error>((resolve) => {
    browser.once('exit', (code) => resolve(new Error(`it has ended with ${code}`)))
    browser.once('error', resolve)
  })
  const end = async (): Promise<void> => {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    const listening = soon('Firefox', () => /listening on (ws:\/\/\S+)/.exec(written)?.[1] ?? null)
    const address = await Promise.race([listening, ended])
    if (address instanceof Error) throw address
    return await devicesOf(`${address}/session`, end)
  } catch (error) {
    await end()
    throw new Error(`Firefox has not started; it wrote:\n${written}`, { cause: error })
  }
}

async function devicesOf(address: string, end: () => Promise<void>): Promise<Engine> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)), { once: true })
  })
  const call = createCalls(socket)
  await call('session.new', { capabilities: {} })
  return {
    open: () => openDevice(call),
    async close() {
      socket.close()
      await end()
    },
  }
}

async function openDevice(call: Call): Promise<EngineDriver> {
  const { userContext } = await call<{ userContext: string }>('browser.createUserContext', {})
  // A tab behind another one hears nothing of its focus.
  const openTab = async (): Promise<string> =>
    (await call<{ context: string }>('browsingContext.create', { type: 'tab', userContext, background: false })).context
  let context = await openTab()
  return {
    go: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run(source, json) {
      const { result, exceptionDetails } = await call<Ran>('script.callFunction', {
        functionDeclaration: source,
        arguments: [{ type: 'string', value: json }],
        awaitPromise: true,
        target: { context },
      })
      if (result === undefined) throw new Error(exceptionDetails?.text ?? 'the page gave no answer')
      return result.value
    },
    type: async (text) => void (await call('input.performActions', { context, actions: keyActions(text) })),
    draw: async (places) => void (await call('input.performActions', { context, actions: drawActions(places) })),
    resize: async (viewport) => void (await call('browsingContext.setViewport', { context, viewport })),
    async renew() {
      const before = context
      context = await openTab()
      await call('browsingContext.close', { context: before })
    },
    close: async () => void (await call('browser.removeUserContext', { userContext })),
  }
}

interface Ran {
  readonly result?: { readonly value: string }
  readonly exceptionDetails?: { readonly text: string }
}
interface Answer {
  readonly id?: number
  readonly type: string
  readonly result?: unknown
  readonly message?: string
}
type Call = <T = unknown>(method: string, params: Readonly<Record<string, Plain>>) => Promise<T>

function createCalls(socket: WebSocket): Call {
  let last = 0
  const open = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id === undefined) return
    open.get(answer.id)?.(answer)
    open.delete(answer.id)
  })
  socket.addEventListener('close', () => {
    for (const settle of open.values()) settle({ type: 'error', message: 'Firefox has ended' })
  })
  return <T>(method: string, params: Readonly<Record<string, Plain>>) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last
      open.set(id, ({ type, result, message }) =>
        type === 'success' ? resolve(result as T) : reject(new Error(`${method}: ${message ?? 'no reason given'}`)),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
}
