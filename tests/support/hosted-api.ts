import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { projectEnvironment, projectNode, projectRoot } from '../../scripts/process.mjs'
import type { HostAnswer, HostRequest } from './api-host.ts'
import { apiEnvironment, type ApiOptions } from './api-process.ts'
import type { TestDatabase } from './postgres.ts'

/** An API that runs in the worker's host of servers. */
export interface HostedApi {
  readonly port: number
  readonly url: string
  stop(): Promise<void>
}

let host: ChildProcess | undefined
let asked = 0
let waiting = 0
let written = ''

/** Starts an API on a database in the host of this process; the host is started with the first one. */
export async function startHostedApi(database: TestDatabase, options: ApiOptions): Promise<HostedApi> {
  const { port, environment } = await apiEnvironment(database, options)
  const number = await ask((at) => ({ start: environment, number: at }))
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => void (await ask((at) => ({ stop: number, number: at }))),
  }
}

/** The end of what the APIs of this process's host have logged. */
export function hostedLog(): string {
  return written
}

function ask(requestOf: (number: number) => HostRequest): Promise<number> {
  const number = ++asked
  const child = (host ??= startHost())
  return new Promise((resolve, reject) => {
    const settle = (answer: HostAnswer): void => {
      if (answer.number !== number) return
      end()
      if (answer.error === null) resolve(number)
      else reject(new Error(`${answer.error}\n${written}`))
    }
    const died = (): void => {
      end()
      reject(new Error(`the host of the servers has ended; it wrote:\n${written}`))
    }
    const end = (): void => {
      child.off('message', settle).off('exit', died)
      if (--waiting === 0) child.channel?.unref()
    }
    // A process that waits for nothing else, as a bench at its end, waits for the answer.
    if (++waiting === 1) child.channel?.ref()
    child.on('message', settle)
    child.once('exit', died)
    child.send(requestOf(number))
  })
}

function startHost(): ChildProcess {
  const child = fork(path.join(projectRoot, 'tests', 'support', 'api-host.ts'), {
    cwd: projectRoot,
    execPath: projectNode(),
    execArgv: [],
    env: projectEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (written = `${written}${String(data)}`.slice(-20_000)))
  child.once('exit', () => (host = undefined))
  // The worker ends although its host still runs; the host then ends with the channel.
  child.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
  child.channel?.unref()
  return child
}
