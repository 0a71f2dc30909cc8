// @module-tag slow
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type SftpClient from 'ssh2-sftp-client'
import { createVault } from '#api/adapters/vault/vault.ts'
import { presentHostKey } from '#api/features/sftp/host-key-queries.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import type { SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { startApi } from '#tests/support/api-process.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { connectSftp, startSftp, type TestSftp } from '#tests/support/sftp-world.ts'
import { testVault } from '#tests/support/vault.ts'
import { freePort } from '../../scripts/embedded-postgres.mjs'

let sftp: TestSftp | null = null
const world = preparePayments({ sftpServer: () => sftp?.service.facts() ?? null })
const { api, owner, manager, settled } = world

interface Key {
  readonly userName: string
  readonly password: string
}
const post = async (what: string, by = manager()) => {
  const response = await by.request(`/api/${what}`, { method: 'POST', json: {} })
  expect(response.status).toBe(200)
  return response.json()
}
const enable = async (by = manager()) => (await post('sftp-access/enable', by)) as Key & SftpAccessAnswer
const connect = ({ userName, password }: Key) => connectSftp(sftp?.port ?? 0, userName, password)
const feature = (features: string) =>
  owner().query('update organization_root_detail set enabled_premium_features = $1', [features])
const makeFile = async () => {
  await settled({ mode: 'transfer' })
  return ((await post('payment-files')) as { file: { id: string } }).file.id
}
const namesIn = async (client: SftpClient, folder: string) => (await client.list(folder)).map(({ name }) => name)
const refused = /authentication/i
const gone = /permission denied|no response|closed|ended|unexpected end|no sftp connection/i

beforeAll(async () => {
  sftp = await startSftp(api())
  await manager().request('/api/payer', {
    method: 'PUT',
    json: { name: 'Maison Essai', iban: 'FR7630006000011234567890189', bic: null, town: 'Paris', country: 'FR' },
  })
})
beforeEach(async () => {
  await owner().query('delete from throttle')
  await feature('{sftp_access}')
})
afterAll(() => sftp?.service.stop())

describe('a connection that asks nothing', () => {
  const closedWithin = async (client: SftpClient, change: () => Promise<unknown>): Promise<number> => {
    const { client: line } = client as unknown as { readonly client: NodeJS.EventEmitter }
    const closed = new Promise((resolve) => line.once('close', resolve))
    const from = performance.now()
    await change()
    await closed
    return performance.now() - from
  }

  it('is closed within five seconds of its access being disabled, renewed, or resting with its account', async () => {
    const key = await enable()
    const [disabled, kept] = [await connect(key), await connect(key)]
    expect(await namesIn(kept, '/')).toHaveLength(2)
    expect(await closedWithin(disabled, () => post('sftp-access/disable'))).toBeLessThan(5_000)
    const renewed = await connect(await enable())
    expect(await closedWithin(renewed, () => enable())).toBeLessThan(5_000)
    const resting = await connect(await enable())
    const account = (status: string) =>
      owner().query('update account set status = $2 where id = $1', [world.account().id, status])
    expect(await closedWithin(resting, () => account('inactive'))).toBeLessThan(5_000)
    await account('active')
    await world.signInAgain()
  })
})

describe('files over SFTP (CONN-18)', () => {
  it('are the files of bank transfers, byte for byte as the office downloads them', async () => {
    const [first, second] = [await makeFile(), await makeFile()]
    const client = await connect(await enable())
    expect((await namesIn(client, '/')).toSorted()).toEqual(['payment-files', 'purchase-register'])
    expect(await namesIn(client, '/payment-files')).toEqual([`${first}.xml`, `${second}.xml`])
    const got = (await client.get(`/payment-files/${second}.xml`)) as Buffer
    const office = await (await manager().request(`/api/payment-files/${second}.xml`)).text()
    expect(got.toString()).toBe(office)
    const [listed] = (await client.list('/payment-files')).filter(({ name }) => name === `${second}.xml`)
    expect(listed?.size).toBe(Buffer.byteLength(office))
    expect((await client.stat(`/payment-files/${second}.xml`)).size).toBe(Buffer.byteLength(office))
    await client.end()
  })

  it('are the register by month, as the office’s CSV of its days', async () => {
    await settled()
    const lines = await owner().query<{ month: string }>(
      `select distinct to_char(recorded_at at time zone 'Europe/Paris', 'YYYY-MM') as month from purchase_register`,
    )
    const client = await connect(await enable())
    expect(await namesIn(client, '/purchase-register')).toEqual([
      ...lines.rows.map(({ month }) => `register-${month}.csv`).toSorted(),
      'register-heads.csv',
    ])
    const heads = ((await client.get('/purchase-register/register-heads.csv')) as Buffer).toString('utf8')
    const { rows: newest } = await owner().query<{ number: string; hash: string }>(
      `select number::text, encode(hash, 'hex') as hash from purchase_register order by number desc limit 1`,
    )
    expect(heads.trim().split('\r\n').at(-1)).toMatch(
      new RegExp(`^${world.account().id};\\d{4}-\\d\\d-\\d\\d;${newest[0]!.number};${newest[0]!.hash}$`),
    )
    const { month } = lines.rows[0]!
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
    const office = await manager().request(`/api/register?from=${month}-01&to=${month}-${last}&format=csv`)
    const text = await office.text()
    const got = (await client.get(`/purchase-register/register-${month}.csv`)) as Buffer
    expect(got.toString('utf8').replace('\uFEFF', '')).toBe(text.replace('\uFEFF', ''))
    expect((await client.list('/purchase-register'))[0]!.size).toBe(got.length)
    await settled()
    expect((await client.list('/purchase-register'))[0]!.size).toBeGreaterThan(got.length)
    await client.end()
  })

  it('of another account are neither listed nor reached by their names', async () => {
    const id = await makeFile()
    const foreigner = await api().signIn('admin@other.example')
    const client = await connect(await enable(foreigner))
    expect(await namesIn(client, '/payment-files')).toEqual([])
    expect(await namesIn(client, '/purchase-register')).toEqual([])
    for (const name of [`${id}.xml`, `../payment-files/${id}.xml`, `${id.toUpperCase()}.xml`, `${id}.xml\0`])
      await expect(client.get(`/payment-files/${name}`)).rejects.toThrow(/no such file/i)
    await client.end()
  })

  it('are not written, renamed or removed', async () => {
    const id = await makeFile()
    const client = await connect(await enable())
    const denied = /permission denied/i
    await expect(client.put(Buffer.from('x'), '/payment-files/mine.xml')).rejects.toThrow(denied)
    await expect(client.delete(`/payment-files/${id}.xml`)).rejects.toThrow(denied)
    await expect(client.rename(`/payment-files/${id}.xml`, '/payment-files/else.xml')).rejects.toThrow(denied)
    await expect(client.mkdir('/payment-files/sub')).rejects.toThrow(denied)
    expect(await namesIn(client, '/payment-files')).toContain(`${id}.xml`)
    await client.end()
  })
})

describe('signing in by SFTP (CONN-18)', () => {
  it('takes the password told at the last enabling, notes it, and no other', async () => {
    const key = await enable()
    const client = await connect(key)
    await client.end()
    const read = (await (await manager().request('/api/sftp-access')).json()) as SftpAccessAnswer
    expect(read.version).toBe(key.version)
    expect(Date.now() - Date.parse(read.lastSignInAt!)).toBeLessThan(60_000)
    for (const wrong of [
      { ...key, password: 'wrong' },
      { ...key, password: '' },
      { ...key, userName: 'nobody' },
      { ...key, userName: key.userName.toUpperCase() },
      { ...key, userName: `${key.userName}\0` },
    ])
      await expect(connect(wrong)).rejects.toThrow(refused)
    expect(sftp?.lines.join('')).not.toContain(key.password)
  })

  it('ends with the disabling, also for a user who is signed in already', async () => {
    const key = await enable()
    const client = await connect(key)
    await post('sftp-access/disable')
    await expect(client.list('/payment-files')).rejects.toThrow(gone)
    await expect(connect(key)).rejects.toThrow(refused)
  })

  it('takes the new password alone after another enabling, and ends the sessions of the old one', async () => {
    const old = await enable()
    const client = await connect(old)
    expect(await namesIn(client, '/')).toHaveLength(2)
    const fresh = await enable()
    await expect(client.list('/')).rejects.toThrow(gone)
    await expect(connect(old)).rejects.toThrow(refused)
    const again = await connect(fresh)
    expect(await namesIn(again, '/')).toHaveLength(2)
    await again.end()
  })

  it('ends with the feature, at the next command (CONN-19), and with the account', async () => {
    const key = await enable()
    const [one, two] = [await connect(key), await connect(key)]
    await feature('{multi_product_cart}')
    await expect(one.list('/')).rejects.toThrow(gone)
    await expect(connect(key)).rejects.toThrow(refused)
    await feature('{sftp_access}')
    const account = [api().accounts.retailer.id]
    await owner().query(`update account set status = 'inactive' where id = $1`, account)
    await expect(two.list('/')).rejects.toThrow(gone)
    await expect(connect(key)).rejects.toThrow(refused)
    await owner().query(`update account set status = 'active' where id = $1`, account)
    await (await connect(key)).end()
    // The session of the office has ended for good.
    await world.signInAgain()
  })

  it('is throttled by name, known or not, and only by failures', async () => {
    const key = await enable()
    const { attempts } = throttleLimits.sftpByName
    for (let index = 0; index < attempts + 2; index++) await (await connect(key)).end()
    for (let index = 0; index < attempts; index++)
      await expect(connect({ ...key, password: 'wrong' })).rejects.toThrow(refused)
    await expect(connect(key)).rejects.toThrow(refused)
    await owner().query('delete from throttle')
    await (await connect(key)).end()
    const { rows } = await owner().query<{ key: string }>('select key from throttle')
    expect(rows.every((row) => !row.key.includes(key.userName))).toBe(true)
  })

  it('is throttled by address over all names', async () => {
    const key = await enable()
    await connect({ ...key, userName: 'nobody' }).catch(() => undefined)
    await owner().query(`update throttle set hits = $1`, [throttleLimits.sftpByAddress.attempts])
    await expect(connect(key)).rejects.toThrow(refused)
  })
})

describe('the key of the server', () => {
  it('is one for all processes and lasts', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => presentHostKey(api().db, testVault, new Date())))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    const other = await startSftp(api())
    expect(other.service.facts()?.fingerprint).toBe(sftp?.service.facts()?.fingerprint)
    await other.service.stop()
    expect(other.service.facts()).toBeNull()
  })

  it('is not replaced where another master key wrapped it', async () => {
    await expect(presentHostKey(api().db, createVault(Buffer.alloc(32, 99)), new Date())).rejects.toThrow(
      /another master key/,
    )
  })
})

describe('a process that serves SFTP', () => {
  it('serves it beside the site, and ends with its connections', { timeout: 60_000 }, async () => {
    const port = (await freePort(0)) ?? 0
    const environment = { SFTP_PORT: String(port), LOG_LEVEL: 'info' }
    const served = await startApi(api().testDatabase, { environment })
    try {
      const key = await enable()
      const connectHere = () => connectSftp(port, key.userName, key.password)
      // The site answers first.
      const client = await vi.waitFor(connectHere, { timeout: 10_000, interval: 100 })
      expect(await namesIn(client, '/')).toHaveLength(2)
      expect(await served.stop()).toBe(0)
      await expect(client.list('/')).rejects.toThrow(gone)
      await expect(connectHere()).rejects.toThrow(/ECONNREFUSED/)
      expect(served.output()).toContain(sftp?.service.facts()?.fingerprint)
      expect(served.output()).not.toContain(key.password)
    } finally {
      await served.kill()
    }
  })
})

const openSsh = spawnSync('sftp', ['-V']).error === undefined && spawnSync('ssh', ['-V']).error === undefined

describe.skipIf(!openSsh)('the sftp program of OpenSSH', () => {
  it('knows the server by its fingerprint, lists, fetches, is refused a write, and leaves', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sftp-'))
    try {
      const id = await makeFile()
      const key = await enable()
      const place = path.join(folder, 'ask.sh')
      writeFileSync(place, `#!/bin/sh\necho '${key.password}'\n`, { mode: 0o700 })
      writeFileSync(
        path.join(folder, 'batch'),
        `ls -l /\nls -l /payment-files\nget /payment-files/${id}.xml\n-put batch /payment-files/batch\nbye\n`,
      )
      const known = path.join(folder, 'known')
      const options = [
        '-oStrictHostKeyChecking=accept-new',
        `-oUserKnownHostsFile=${known}`,
        '-oBatchMode=no',
        '-oPreferredAuthentications=password',
        '-F/dev/null',
      ]
      const { stdout, stderr } = await promisify(execFile)(
        'sftp',
        [...options, `-P${sftp?.port}`, '-b', path.join(folder, 'batch'), `${key.userName}@127.0.0.1`],
        {
          cwd: folder,
          timeout: 20_000,
          env: { ...process.env, SSH_ASKPASS: place, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' },
        },
      )
      expect(stdout).toMatch(/dr-xr-xr-x .* payment-files/)
      expect(stdout).toContain(`${id}.xml`)
      expect(stderr).toMatch(/permission denied/i)
      const office = await (await manager().request(`/api/payment-files/${id}.xml`)).text()
      expect(readFileSync(path.join(folder, `${id}.xml`), 'utf8')).toBe(office)
      const shown = spawnSync('ssh-keygen', ['-lf', known]).stdout.toString()
      expect(shown).toContain(sftp?.service.facts()?.fingerprint)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
