import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitUntil } from '../../scripts/process.mjs'
import type { TestCertificates } from './certificates.ts'

const program = ['/usr/sbin/rsyslogd', '/sbin/rsyslogd'].find((file) => existsSync(file))
const libraries = [
  '/usr/lib/x86_64-linux-gnu/rsyslog',
  '/usr/lib/aarch64-linux-gnu/rsyslog',
  '/usr/lib/rsyslog',
  '/usr/lib64/rsyslog',
]
const driver = (['ossl', 'gtls'] as const).find((name) =>
  libraries.some((at) => existsSync(path.join(at, `lmnsd_${name}.so`))),
)

/** Whether this machine has rsyslog with TLS. */
export const hasRsyslog = program !== undefined && driver !== undefined

/** A stock rsyslog that takes syslog over TLS and keeps it in a file. */
export interface Rsyslog {
  readonly port: number
  /** What it has kept, a line a message: priority, sender's program, message. */
  lines(): readonly string[]
  close(): Promise<void>
}

/**
 * Starts it by a certificate of the test's authority; null where the machine does not let it: a profile of AppArmor,
 * which comes with some packages of it, keeps it from folders of tests.
 */
export async function startRsyslog(certificates: TestCertificates): Promise<Rsyslog | null> {
  if (program === undefined) throw new Error('no rsyslog')
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-rsyslog-'))
  const file = (name: string) => path.join(folder, name)
  const [certificate = '', key = ''] = certificates.pem('api/server.pem').split(/(?=-----BEGIN PRIVATE KEY-----)/)
  writeFileSync(file('server.crt'), certificate)
  writeFileSync(file('server.key'), key)
  writeFileSync(
    file('rsyslog.conf'),
    `global(workDirectory="${folder}" defaultNetstreamDriver="${driver}"
  defaultNetstreamDriverCAFile="${certificates.authority.file}"
  defaultNetstreamDriverCertFile="${file('server.crt')}" defaultNetstreamDriverKeyFile="${file('server.key')}")
module(load="imtcp" streamDriver.name="${driver}" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="kept" type="string" string="%pri% %app-name% %msg%\\n")
input(type="imtcp" address="127.0.0.1" port="0" listenPortFileName="${file('port')}")
action(type="omfile" file="${file('kept.log')}" template="kept")
`,
  )
  const child = spawn(program, ['-n', '-f', file('rsyslog.conf'), '-i', file('rsyslog.pid')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += String(data)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  // It draws the port itself: no other program can take it before.
  const portOf = () => (existsSync(file('port')) ? Number(readFileSync(file('port'), 'utf8')) : 0)
  await waitUntil(() => child.exitCode !== null || portOf() > 0, 60_000)
  const port = portOf()
  if (child.exitCode !== null || port === 0) {
    await close()
    console.warn(`rsyslog did not start here:\n${written}`)
    return null
  }
  const lines = () => {
    const kept = existsSync(file('kept.log')) ? readFileSync(file('kept.log'), 'utf8') : ''
    // It writes by blocks: a line without its end is not whole yet.
    return kept.split('\n').slice(0, -1)
  }
  return { port, lines, close }
}
