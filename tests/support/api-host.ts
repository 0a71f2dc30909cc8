// A process that runs one API after another: what a start costs is the loading of its modules, which happens here once
// for all files of a worker. Asked over the channel to its parent; it ends with that channel.
import pino from 'pino'
import { readMasterKey } from '#api/adapters/vault/master-key.ts'
import { createVault } from '#api/adapters/vault/vault.ts'
import { readConfig } from '#api/config.ts'
import { startServer, type RunningServer } from '#api/server.ts'

/** What the parent asks: a start with an environment, or the stop of what was started under that number. */
export type HostRequest =
  | { readonly start: Readonly<Record<string, string>>; readonly number: number }
  | { readonly stop: number; readonly number: number }

/** The answer to the request of that number. */
export interface HostAnswer {
  readonly number: number
  readonly error: string | null
}

const running = new Map<number, RunningServer>()
const send = (answer: HostAnswer): void => void process.send?.(answer)

process.on('message', (request: HostRequest) => {
  const done = 'start' in request ? start(request.number, request.start) : stop(request.stop)
  done.then(
    () => send({ number: request.number, error: null }),
    (error: unknown) => send({ number: request.number, error: String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))

async function start(number: number, environment: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig(environment)
  const log = pino({ level: config.logLevel, base: null })
  const vault = createVault(readMasterKey(config), config.otherMasterKeys)
  const listening = Promise.withResolvers<unknown>()
  const parts = { config, log, vault, tls: null, listens: listening.resolve, failsToListen: listening.reject }
  const server = await startServer(parts)
  running.set(number, server)
  try {
    await listening.promise
  } catch (error) {
    await stop(number)
    throw error
  }
}

async function stop(number: number): Promise<void> {
  const server = running.get(number)
  running.delete(number)
  await server?.stop()
}
