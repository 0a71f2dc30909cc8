import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { apiEnvironment, readSettings } from './environment.mjs'

const url = 'postgres://reprise_app:first@db.example/reprise'

it('the file of an address is handed on to the API, which reads it again, and the address is not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-environment-'))
  const file = path.join(folder, 'url')
  writeFileSync(file, `${url}\n`)
  try {
    const settings = readSettings({ DATABASE_URL_FILE: file }, [])
    expect(settings.ownServer?.appUrl).toBe(url)
    expect(apiEnvironment(settings, settings.ownServer!)).toMatchObject({ DATABASE_URL: '', DATABASE_URL_FILE: file })
    expect(() => readSettings({ DATABASE_URL: url, DATABASE_URL_FILE: file }, [])).toThrow(/are both set/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('the embedded database is reached by its own addresses, whatever files are named', () => {
  const settings = readSettings({ DATABASE_ADMIN_URL_FILE: '/dev/null' }, [])
  const own = { appUrl: url, adminUrl: `${url}2` }
  expect(apiEnvironment(settings, own)).toMatchObject({
    DATABASE_URL: url,
    DATABASE_ADMIN_URL: own.adminUrl,
    DATABASE_ADMIN_URL_FILE: '',
  })
})

it('with a certificate the address that is shown is of HTTPS', () => {
  expect(readSettings({ TLS_CERT: '/tls/server.pem', PORT: '8443' }, [])).toMatchObject({
    hasTls: true,
    address: 'https://localhost:8443',
  })
})
