import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasOpenssl } from '#tests/support/certificates.ts'
import { projectRoot } from './process.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reprise-secrets-'))
  copyFileSync(path.join(projectRoot, 'docker', 'make-secrets.sh'), path.join(folder, 'make-secrets.sh'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs it beside a Docker that knows the volume of the database, or does not. */
function makeSecrets(env: string, { hasDatabase = false, args = [] as readonly string[] } = {}) {
  writeFileSync(path.join(folder, '.env'), env)
  mkdirSync(path.join(folder, 'programs'), { recursive: true })
  const docker = path.join(folder, 'programs', 'docker')
  writeFileSync(docker, `#!/bin/sh\nexit ${hasDatabase ? 0 : 1}\n`)
  chmodSync(docker, 0o755)
  return spawnSync('bash', [path.join(folder, 'make-secrets.sh'), ...args], {
    encoding: 'utf8',
    env: { PATH: `${path.dirname(docker)}:${process.env.PATH}` },
  })
}

const secret = (name: string) => {
  const file = path.join(folder, 'secrets', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

describe.runIf(hasOpenssl)('the secrets of an installation with compose', () => {
  it('are taken over from .env, and what signed the tokens of visitors with them', () => {
    const password = 'a-password-of-the-database'
    expect(
      makeSecrets(`MASTER_KEY=AAAA+/=\nAPP_PASSWORD=${password}\nSMTP_URL=smtps://a:b@mail.example/?x=1\n`).status,
    ).toBe(0)
    expect(secret('master_key')).toBe('AAAA+/=')
    expect(secret('token_secret')).toBe(`database password:${password}`)
    expect(secret('smtp_url')).toBe('smtps://a:b@mail.example/?x=1')
  })

  it.each(['export MASTER_KEY=abc', ' MASTER_KEY=abc', 'MASTER_KEY="abc"', "MASTER_KEY='abc'", 'MASTER_KEY=a$$b'])(
    'are refused where compose reads them otherwise: %s',
    (line) => {
      const { status, stderr } = makeSecrets(`${line}\n`)
      expect(status).not.toBe(0)
      expect(stderr).toContain('MASTER_KEY')
      expect(secret('master_key')).toBeNull()
    },
  )

  it('have no drawn master key beside a database, unless that is said to be new', () => {
    expect(makeSecrets('', { hasDatabase: true }).stderr).toContain('There is a database already')
    expect(secret('master_key')).toBeNull()
    expect(makeSecrets('', { hasDatabase: true, args: ['--new'] }).status).toBe(0)
    expect(Buffer.from(secret('master_key')!, 'base64')).toHaveLength(32)
  })

  it('stay as they are once they are there', () => {
    expect(makeSecrets('').status).toBe(0)
    const first = secret('master_key')
    expect(makeSecrets('MASTER_KEY=AAAA\n').status).toBe(0)
    expect(secret('master_key')).toBe(first)
  })
})
