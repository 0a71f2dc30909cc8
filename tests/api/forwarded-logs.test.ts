// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '#tests/support/api-process.ts'
import { hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { hasRsyslog, startRsyslog } from '#tests/support/rsyslog.ts'
import { startSyslog } from '#tests/support/syslog-server.ts'

const patience = { timeout: 60_000 }

// OpenSSL and Bash make the certificates.
describe.runIf(hasOpenssl)('an API whose log goes to another machine', { timeout: 180_000 }, () => {
  let database: TestDatabase
  let certificates: TestCertificates
  beforeAll(async () => {
    certificates = makeCertificates()
    database = await createDatabase()
  })
  afterAll(async () => {
    await database?.drop()
    certificates?.remove()
  })
  const start = (port: number) =>
    startApi(database, {
      environment: {
        LOG_LEVEL: 'info',
        LOG_FORWARD_URL: `tls://localhost:${port}`,
        LOG_FORWARD_CA: certificates.authority.file,
      },
    })
  const signIn = (url: string) =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@reprise.example', password: 'Reprise-2026', module: 'rps' }),
    })

  it('writes each line to both, its last ones too', async () => {
    const server = await startSyslog({ pem: certificates.pem('api/server.pem') })
    const api = await start(server.port)
    try {
      expect((await signIn(api.url)).ok).toBe(false)
      expect(await api.stop()).toBe(0)
      const onOutput = api
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && !line.includes('forwarded"'))
      expect(onOutput.length).toBeGreaterThan(1)
      const asWritten = () => server.messages.map((each) => JSON.stringify(each.line))
      await expect.poll(asWritten, patience).toEqual(onOutput)
      expect(server.messages.map((each) => each.line.msg)).toContain('stopping')
      expect(server.messages.find((each) => each.line.path === '/api/session')?.line).toHaveProperty('status')
      expect(server.faults).toEqual([])
    } finally {
      await api.kill()
      await server.close()
    }
  })

  // Debian's packages rsyslog and rsyslog-openssl (or rsyslog-gnutls) are that.
  it.runIf(hasRsyslog)('is understood by a stock rsyslog', async ({ skip }) => {
    const rsyslog = await startRsyslog(certificates)
    if (rsyslog === null) return skip('rsyslog may not run in a folder of tests here')
    const api = await start(rsyslog.port)
    try {
      expect((await signIn(api.url)).ok).toBe(false)
      await expect.poll(() => rsyslog.lines().join('\n'), patience).toMatch(/^134 reprise \{.*"path":"\/api\/session"/m)
      for (const line of rsyslog.lines()) {
        const [, message = ''] = /^\d+ reprise (\{.*\})$/.exec(line) ?? []
        expect(JSON.parse(message)).toHaveProperty('level')
      }
    } finally {
      await api.stop()
      await rsyslog.close()
    }
  })
})
