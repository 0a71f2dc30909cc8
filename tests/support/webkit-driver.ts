import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import type { webkit } from '../../scripts/engines.mjs'
import { drawActions, keyActions, soon, type Engine, type EngineDriver, type Plain } from './engine-driver.ts'

type Installed = NonNullable<ReturnType<typeof webkit>>

/** WebKit's small browser as an engine: it keeps nothing after its end, so that each device is a start of its own. */
export const webkitEngine = (installed: Installed): Promise<Engine> =>
  Promise.resolve({ open: () => startWebkit(installed), close: () => Promise.resolve() })

// On a screen of its own, over WebDriver.
async function startWebkit({ driver, screen, browser }: Installed): Promise<EngineDriver> {
  const started: ChildProcess[] = []
  const end = async (): Promise<void> => {
    for (const child of started.toReversed()) await ended(child)
  }
  try {
    const display = await startScreen(screen, started)
    const port = await anyPort()
    const address = `http://127.0.0.1:${port}`
    started.push(
      spawn(driver, [`--port=${port}`], {
        stdio: 'ignore',
        // As any account, in a container too, and drawn without a graphics processor.
        env: {
          ...process.env,
          DISPLAY: display,
          LANGUAGE: 'fr_FR',
          LIBGL_ALWAYS_SOFTWARE: '1',
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        },
      }),
    )
    await soon('WebKit’s driver', async () => ((await fetch(`${address}/status`)).ok ? true : null))
    const { sessionId } = await call<{ sessionId: string }>('POST', `${address}/session`, {
      capabilities: {
        alwaysMatch: {
          // Its frame is 447 px wide at least, and its full screen as narrow as it is told.
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
          timeouts: { script: 300_000, pageLoad: 300_000 },
        },
      },
    })
    return drive(`${address}/session/${sessionId}`, end)
  } catch (error) {
    await end()
    throw error
  }
}

function drive(session: string, end: () => Promise<void>): EngineDriver {
  const ask = <T>(method: string, path: string, body?: Plain): Promise<T> => call<T>(method, `${session}${path}`, body)
  let size: Plain = null
  return {
    go: async (url) => void (await ask('POST', '/url', { url })),
    async run(source, json) {
      const script = `const [json, done] = arguments
        ;(${source})(json).then((answer) => done({ answer }), (error) => done({ error: String(error) }))`
      const { answer, error } = await ask<{ answer?: string; error?: string }>('POST', '/execute/async', {
        script,
        args: [json],
      })
      if (answer === undefined) throw new Error(error ?? 'the page gave no answer')
      return answer
    },
    type: async (text) => void (await ask('POST', '/actions', { actions: keyActions(text) })),
    draw: async (places) => void (await ask('POST', '/actions', { actions: drawActions(places) })),
    async resize(wanted) {
      size = wanted
      await ask('POST', '/window/rect', size)
    },
    async renew() {
      const { handle } = await ask<{ handle: string }>('POST', '/window/new', { type: 'window' })
      await ask('DELETE', '/window')
      await ask('POST', '/window', { handle })
      if (size !== null) await ask('POST', '/window/rect', size)
    },
    async close() {
      await ask('DELETE', '').catch(() => undefined)
      await end()
    },
  }
}

async function call<T>(method: string, address: string, body?: Plain): Promise<T> {
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { readonly value: T }
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${JSON.stringify(value)}`)
  return value
}

async function anyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// The screen takes a number that is free, and says which on a pipe of its own.
async function startScreen(screen: string, started: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1280x24', '-nolisten', 'tcp']
  const child = spawn(screen, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  started.push(child)
  let number = ''
  child.stdio[3]!.on('data', (data) => (number += String(data)))
  return soon('a screen for WebKit', () => (number.endsWith('\n') ? `:${number.trim()}` : null))
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}
