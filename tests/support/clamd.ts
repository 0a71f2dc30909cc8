import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot, waitUntil } from '../../scripts/process.mjs'

const program = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find((file) =>
  existsSync(file),
)

/** Whether this machine has ClamAV's daemon. */
export const hasClamd = program !== undefined

/** What every scanner knows, put together here so that none stops this file: https://www.eicar.org. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')

/** A text that the one signature of the test's own is of. */
export const knownText = 'reprise-text-that-a-signature-is-of'

/** A daemon that a test talks to. */
export interface TestClamd {
  readonly url: string
  close(): Promise<void>
}

/**
 * The stock daemon with the installation's own configuration, and two signatures of the test's own instead of the millions that it would fetch;
 * null where the machine does not let it: a profile of AppArmor, which comes with some packages of it, keeps it from folders of tests.
 */
export async function startClamd(): Promise<TestClamd | null> {
  if (program === undefined) throw new Error('no clamd')
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-clamd-'))
  const socket = path.join(folder, 'clamd.sock')
  const config = path.join(folder, 'clamd.conf')
  const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
  writeFileSync(
    path.join(folder, 'own.ndb'),
    [`Reprise.Known:0:*:${hex(knownText)}`, `Reprise.Eicar:0:*:${hex(eicar)}`, ''].join('\n'),
  )
  const text = readFileSync(path.join(projectRoot, 'docker', 'clamd.conf'), 'utf8')
    .replace('/run/clamav/clamd.sock', socket)
    .replace('/var/lib/clamav', folder)
    .replace('User clamav', 'Foreground yes')
    .replace(/^StreamMaxLength .*$/m, 'StreamMaxLength 1M')
  writeFileSync(config, text)
  const child = spawn(program, ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += String(data)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntil(() => child.exitCode !== null || existsSync(socket), 60_000)
  if (child.exitCode !== null || !existsSync(socket)) {
    await close()
    // What it says of the installation's own configuration is a fault of that.
    if (/parse error|unknown option/i.test(written)) throw new Error(`clamd did not start:\n${written}`)
    console.warn(`clamd did not start here:\n${written}`)
    return null
  }
  return { url: `unix://${socket}`, close }
}

/** A daemon that takes INSTREAM strictly by its description, and answers what a test says of the whole. */
export async function startClamdDouble(
  answer: (file: Buffer) => string | null,
): Promise<TestClamd & { faults: string[] }> {
  const faults: string[] = []
  const server = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      got = Buffer.concat([got, data])
      const file = fileOf(got, faults)
      if (file === null) return
      const text = answer(file)
      if (text === null) socket.destroy()
      else socket.end(text)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `tcp://127.0.0.1:${port}`, faults, close: () => new Promise((done) => server.close(() => done())) }
}

/** The file of a stream that has come to its end; null before. */
function fileOf(got: Buffer, faults: string[]): Buffer | null {
  const command = 'zINSTREAM\0'
  if (got.length < command.length) return null
  if (got.toString('latin1', 0, command.length) !== command) faults.push('another command')
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= got.length;) {
    const length = got.readUInt32BE(at)
    at += 4
    if (length === 0) {
      if (at !== got.length) faults.push('something behind the end')
      return Buffer.concat(parts)
    }
    if (at + length > got.length) return null
    parts.push(got.subarray(at, at + length))
    at += length
  }
  return null
}
