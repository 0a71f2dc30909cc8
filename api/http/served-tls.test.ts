// @module-tag slow
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askByTls, hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'
import { createServedTls } from './served-tls.ts'

let certificates: TestCertificates
let other: TestCertificates
let whole: string
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** An HTTPS server on the files of one authority; `other` is another one's. */
async function start() {
  const file = certificates.file('api/server.pem')
  writeFileSync(file, whole)
  const tls = createServedTls({ cert: file, key: file }, 20)
  const server = createServer(tls.options, (_, answer) => answer.end('here'))
  const warned: unknown[] = []
  const told: string[] = []
  const log = { info: (text: string) => told.push(text), warn: (facts: object) => warned.push(facts) }
  ends.push(tls.follow(server, log as unknown as Parameters<typeof tls.follow>[1]))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => new Promise((done) => server.close(done)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return { url: `https://localhost:${address.port}/`, file, warned, told }
}

// OpenSSL and Bash make the certificates.
describe.runIf(hasOpenssl)('the certificate that the API shows', () => {
  beforeAll(() => {
    ;[certificates, other] = [makeCertificates(), makeCertificates()]
    whole = certificates.pem('api/server.pem')
  }, 120_000)
  afterAll(() => {
    certificates.remove()
    other.remove()
  })

  it('is another one as soon as its file is', async () => {
    const { url, file, told } = await start()
    expect(await askByTls(url, certificates.authority.pem)).toMatchObject({ status: 200, body: 'here' })
    writeFileSync(file, other.pem('api/server.pem'))
    await expect.poll(() => told).toEqual(['shows a renewed certificate'])
    expect(await askByTls(url, other.authority.pem)).toMatchObject({ status: 200, body: 'here' })
    await expect(askByTls(url, certificates.authority.pem)).rejects.toThrow()
  })

  it('stays while what replaces it is not whole', async () => {
    const { url, file, warned, told } = await start()
    writeFileSync(file, whole.slice(0, 100))
    await expect.poll(() => warned.length).toBeGreaterThan(0)
    expect(await askByTls(url, certificates.authority.pem)).toMatchObject({ status: 200 })
    writeFileSync(file, whole)
    expect(told).toEqual([])
  })

  it('is not made up where its file is missing', () => {
    expect(() => createServedTls({ cert: '/nowhere.pem', key: '/nowhere.pem' })).toThrow(/ENOENT/)
  })
})
