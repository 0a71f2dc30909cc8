import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createLogForwarder } from './adapters/log/forward-log.ts'
import { readMasterKey } from './adapters/vault/master-key.ts'
import { createVault, type Vault } from './adapters/vault/vault.ts'
import { readConfig, type Config } from './config.ts'
import { createServedTls, type ServedTls } from './http/served-tls.ts'
import { startServer } from './server.ts'

/** A request that hangs ends with the process after this time. */
const hangLimitMs = 10_000

const config = configOrExit()
const output = pino.destination(1)
const local = pino({ level: config.logLevel, base: null }, output)
const forwarder = config.logReceiver && createLogForwarder({ receiver: config.logReceiver, log: local })
const log = forwarder === null ? local : pino({ level: config.logLevel, base: null }, { write: writeLine })
const vault = vaultOrExit()
const tls = tlsOrExit()
const server = await startServer({ config, log, vault, tls, listens: announce, failsToListen: failToListen })
void announceSetUp()
if (forwarder === null) log.info('logs stay on this machine: LOG_FORWARD_URL is not set')

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop(signal))
}

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping')
  await server.stop(() => setTimeout(() => process.exit(1), hangLimitMs).unref())
  await forwarder?.close()
  process.exit(0)
}

function writeLine(line: string): void {
  output.write(line)
  forwarder?.write(line)
}

function announce({ address, port }: AddressInfo): void {
  const host =
    address === '127.0.0.1' || address === '::1' ? 'localhost' : address.includes(':') ? `[${address}]` : address
  process.stdout.write(`Reprise listens on ${tls === null ? 'http' : 'https'}://${host}:${port}\n`)
}

// Until the installation has an administrator, each start prints a set-up link.
async function announceSetUp(): Promise<void> {
  try {
    const link = await server.openSetUpLink()
    if (link === null) return
    process.stdout.write(
      `\nNobody administers this installation yet. Make the first administrator within 24 hours, once:\n  ${link.url}\n\n`,
    )
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'no set-up link: start again')
  }
}

function failToListen(error: Error): void {
  const busy = 'code' in error && error.code === 'EADDRINUSE'
  exit(busy ? `Port ${config.port} is taken; set PORT to another one.` : `The server cannot listen: ${error.message}`)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exit(error instanceof Error ? error.message : String(error))
  }
}

function vaultOrExit(): Vault {
  try {
    return createVault(readMasterKey(config), config.otherMasterKeys)
  } catch (error) {
    return exit(`The master key cannot be used. ${error instanceof Error ? error.message : String(error)}`)
  }
}

function tlsOrExit(): ServedTls | null {
  try {
    return config.tls && createServedTls(config.tls)
  } catch (error) {
    return exit(`TLS_CERT and TLS_KEY cannot be used. ${error instanceof Error ? error.message : String(error)}`)
  }
}

function exit(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
