// @module-tag slow
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LogReceiver } from '#api/config.ts'
import { hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'
import { startSyslog } from '#tests/support/syslog-server.ts'
import { createLogForwarder, type ForwardLimits } from './forward-log.ts'

let certificates: TestCertificates
let other: TestCertificates
const ends: (() => Promise<unknown>)[] = []

const pem = () => certificates.pem('api/server.pem')
const line = (facts: object, level = 30) => `${JSON.stringify({ level, time: 1_796_000_000_123, ...facts })}\n`
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

async function serve(more: { readonly ca?: string } = {}) {
  const server = await startSyslog({ pem: pem(), ...more })
  ends.push(server.close)
  return server
}

function forward(port: number, limits: Partial<ForwardLimits> = {}, receiver: Partial<LogReceiver> = {}) {
  const told: string[] = []
  const tell = (facts: object, words: string) => void told.push(`${words} ${JSON.stringify(facts)}`)
  const to = {
    host: 'localhost',
    port,
    caFile: certificates.authority.file,
    certFile: null,
    keyFile: null,
    ...receiver,
  }
  const log = { info: tell, warn: tell } as unknown as Parameters<typeof createLogForwarder>[0]['log']
  const forwarder = createLogForwarder({ receiver: to, log, limits: { firstPauseMs: 20, closeMs: 500, ...limits } })
  ends.push(forwarder.close)
  return { ...forwarder, told }
}

// OpenSSL and Bash make the certificates.
describe.runIf(hasOpenssl)('the log that goes to another machine', () => {
  beforeAll(() => {
    ;[certificates, other] = [makeCertificates(), makeCertificates()]
  }, 120_000)
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })
  afterAll(() => {
    certificates.remove()
    other.remove()
  })

  it('arrives line by line as syslog over TLS, in order, whatever signs it holds', async () => {
    const server = await serve()
    const forwarder = forward(server.port)
    const odd = { msg: 'naïve ☃ 😀 \u2028 <165>1 x', deep: { list: ['"', '\\', '\n12 <34>1'] } }
    forwarder.write(line(odd))
    for (const n of numbered(0, 300)) forwarder.write(line({ n, text: 'é'.repeat(n) }, n % 2 === 0 ? 50 : 40))
    await expect.poll(() => server.messages.length).toBe(301)
    const [first, ...rest] = server.messages
    expect(first).toMatchObject({ priority: 134, app: 'reprise', processId: String(process.pid), line: odd })
    expect(first?.time).toEqual(new Date(1_796_000_000_123))
    expect(rest.map((each) => each.line.n)).toEqual(numbered(0, 300))
    expect(rest.map((each) => each.priority).slice(0, 2)).toEqual([131, 132])
    expect(server.faults).toEqual([])
  })

  it('goes to nobody whose certificate is of another authority', async () => {
    const server = await serve()
    const forwarder = forward(server.port, {}, { caFile: other.authority.file })
    forwarder.write(line({ msg: 'confided' }))
    await expect.poll(() => forwarder.told.join('\n')).toMatch(/logs are not forwarded .*(SIGNATURE|CERT|ISSUER)/)
    expect(server.messages).toEqual([])
  })

  it('shows a certificate to a receiver that asks for one', async () => {
    const server = await serve({ ca: certificates.authority.pem })
    const forwarder = forward(server.port, {}, { certFile: certificates.file('api/reprise_app.pem') })
    forwarder.write(line({ msg: 'known' }))
    await expect.poll(() => server.messages.length).toBe(1)
    expect(server.peers).toEqual(['reprise_app'])
  })

  it('waits while the receiver is away, and loses nothing that fits', async () => {
    const server = await serve()
    server.goAway()
    const forwarder = forward(server.port)
    for (const n of numbered(0, 500)) forwarder.write(line({ n }))
    await expect.poll(() => forwarder.told.length).toBeGreaterThan(1)
    server.comeBack()
    await expect.poll(() => server.messages.map((each) => each.line.n)).toEqual(numbered(0, 500))
    const before = forwarder.told.length
    server.goAway()
    await expect.poll(() => forwarder.told.length).toBeGreaterThan(before)
    forwarder.write(line({ n: 500 }))
    server.comeBack()
    await expect.poll(() => server.messages.at(-1)?.line.n).toBe(500)
  })

  it('is bounded: what does not fit is left out, counted, and said where it is missing', async () => {
    const server = await serve()
    server.goAway()
    const forwarder = forward(server.port, { bufferBytes: 20_000 })
    for (const n of numbered(0, 1_000)) forwarder.write(line({ n }))
    server.comeBack()
    await expect.poll(() => server.messages.length).toBeGreaterThan(0)
    // What waited leaves the buffer once it was taken.
    await expect
      .poll(() => {
        forwarder.write(line({ n: 1_000 }))
        return server.messages.some((each) => each.line.n === 1_000)
      })
      .toBe(true)
    const arrived = server.messages.findIndex((each) => 'lines' in each.line)
    expect(server.messages.slice(0, arrived).map((each) => each.line.n)).toEqual(numbered(0, arrived))
    expect(arrived).toBeGreaterThan(50)
    const notice = server.messages[arrived]
    expect(notice).toMatchObject({ priority: 132, line: { msg: expect.stringContaining('lines are missing here') } })
    expect(notice?.line.lines).toBeGreaterThanOrEqual(1_000 - arrived)
    expect(server.messages[arrived + 1]?.line.n).toBe(1_000)
    expect(forwarder.told.join('\n')).toContain(`"lines":${String(notice?.line.lines)}`)
  })

  it('never waits for a receiver that takes nothing, and begins another connection', async () => {
    const server = await serve()
    server.pause()
    const forwarder = forward(server.port, { patienceMs: 2_000, bufferBytes: 64_000_000 })
    await expect.poll(() => forwarder.told.join('\n')).toContain('logs are forwarded')
    // Noise: what a connection's buffers in the system hold is a few megabytes.
    const noise = randomBytes(50_000).toString('hex')
    for (const n of numbered(0, 300)) forwarder.write(line({ n, noise }))
    await expect.poll(() => forwarder.told.join('\n'), { timeout: 60_000 }).toContain('takes nothing')
    server.goOn()
    const wanted = new Set(numbered(0, 300))
    const all = () => new Set(server.messages.map((each) => each.line.n))
    await expect.poll(() => all().size, { timeout: 100_000 }).toBe(wanted.size)
  }, 180_000)

  it('ends once all has gone, and soon where it cannot go', async () => {
    const server = await serve()
    const forwarder = forward(server.port, { closeMs: 20_000 })
    for (const n of numbered(0, 200)) forwarder.write(line({ n }))
    await forwarder.close()
    await expect.poll(() => server.messages.length).toBe(200)
    await server.close()
    const lonely = forward(server.port, { closeMs: 50 })
    lonely.write(line({ n: 1 }))
    await lonely.close()
    expect(lonely.told.at(-1)).toContain('lines were not forwarded {"lines":1}')
  })
})
