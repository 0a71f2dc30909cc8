// @module-tag slow
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '#api/db/migrate.ts'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { hasCaddy, startCaddy, type TestCaddy } from '#tests/support/caddy.ts'
import { askByTls, hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'
import { startTlsInstallation, type TlsInstallation } from '#tests/support/tls-installation.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

const patience = { timeout: 60_000 }

// OpenSSL makes the certificates, and PostgreSQL is the embedded one.
describe.runIf(hasOpenssl && !process.env.TEST_POSTGRES_BIN)('within the installation', { timeout: 180_000 }, () => {
  let inside: TlsInstallation
  let others: TestCertificates
  let api: ApiProcess

  beforeAll(async () => {
    inside = await startTlsInstallation()
    others = makeCertificates()
    const database = { appUrl: inside.url('reprise_app'), adminUrl: inside.url('reprise_admin') }
    await migrateToLatest({ ownerUrl: inside.url('reprise_owner'), ...database })
    const certificate = inside.certificates.file('api/server.pem')
    const environment = { TLS_CERT: certificate, TLS_KEY: certificate, LOG_LEVEL: 'info' }
    api = await startApi(database, { authority: inside.certificates.authority.pem, environment })
  }, 180_000)
  afterAll(async () => {
    await api?.stop()
    await inside?.close()
    others?.remove()
  })

  it('each login of the database is known by its own certificate, and by no password', async () => {
    const isEncrypted = 'select current_user as login, ssl, version from pg_stat_ssl where pid = pg_backend_pid()'
    for (const login of ['reprise_app', 'reprise_admin', 'reprise_owner']) {
      const { rows } = await withClient(inside.url(login), (client) => client.query<object>(isEncrypted))
      expect(rows).toEqual([{ login, ssl: true, version: 'TLSv1.3' }])
    }
    const refused = (url: string | URL) => withClient(String(url), (client) => client.query('select 1'))
    await expect(refused(inside.url('reprise_owner', 'reprise_app'))).rejects.toThrow(
      /certificate authentication failed/,
    )
    await expect(refused(inside.url('reprise_app', 'server'))).rejects.toThrow()
    const without = new URL(inside.url('reprise_app'))
    for (const name of ['sslcert', 'sslkey']) without.searchParams.delete(name)
    await expect(refused(without)).rejects.toThrow(/certificate/)
    const plain = `postgres://reprise_app:secret@localhost:${inside.port}/reprise`
    await expect(refused(plain)).rejects.toThrow(/no pg_hba.conf entry/)
    await expect(refused(plain.replace('reprise_app', 'postgres'))).rejects.toThrow(/no pg_hba.conf entry/)
  })

  it('a certificate of another authority opens nothing, and a server of one is not talked to', async () => {
    const [mine, foreign] = [new URL(inside.url('reprise_app')), new URL(inside.url('reprise_app'))]
    mine.searchParams.set('sslrootcert', others.authority.file)
    for (const name of ['sslcert', 'sslkey']) foreign.searchParams.set(name, others.file('api/reprise_app.pem'))
    const ask = (url: URL) => withClient(String(url), (client) => client.query('select 1'))
    await expect(ask(mine)).rejects.toThrow(/certificate|issuer/)
    await expect(ask(foreign)).rejects.toThrow()
    const elsewhere = new URL(inside.url('reprise_app'))
    elsewhere.hostname = '127.0.0.1'
    await expect(ask(elsewhere)).rejects.toThrow(/altnames/)
  })

  it('PostgreSQL shows a renewed certificate without a restart', async () => {
    const { certificates } = inside
    const shown = () =>
      withClient(inside.url('reprise_app'), (client) => {
        const { connection } = client as unknown as { readonly connection: { readonly stream: TLSSocket } }
        return Promise.resolve(connection.stream.getPeerCertificate().fingerprint256)
      })
    const before = await shown()
    rmSync(certificates.file('postgres/server.pem'))
    certificates.renew()
    await expect.poll(() => inside.output(), patience).toContain('reads its renewed certificate')
    await expect.poll(shown, patience).not.toBe(before)
  })

  it('the API answers nothing without TLS', async () => {
    const answer = await new Promise<string>((resolve) => {
      let got = ''
      const socket = connect(api.port, '127.0.0.1', () =>
        socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      )
      socket.on('data', (data) => (got += String(data)))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(got))
    })
    expect(answer).not.toContain('HTTP/1.1 200')
    await expect(askByTls(`${api.url}/api/health`, others.authority.pem)).rejects.toThrow(/certificate|issuer/)
  })

  describe.runIf(hasCaddy)('behind Caddy', () => {
    it('pages come by its own certificate from an API whose authority it knows, and from no other', async () => {
      const started: TestCaddy[] = []
      const start = async (authority: string): Promise<TestCaddy> => {
        const caddy = await startCaddy([api.url], authority)
        started.push(caddy)
        return caddy
      }
      // It answers before its own certificate is there, by none.
      const through = (caddy: TestCaddy) =>
        askByTls(`${caddy.url}/api/ready`, caddy.authority()).then(
          ({ status }) => status,
          () => 0,
        )
      try {
        const trusting = await start(inside.certificates.authority.file)
        await expect.poll(() => through(trusting), patience).toBe(200)
        const wary = await start(others.authority.file)
        await expect.poll(() => through(wary), patience).toBeGreaterThanOrEqual(500)
      } finally {
        for (const caddy of started) await caddy.close()
      }
    })
  })
})
