import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'

const server = { host: 'sftp.example', port: 2222, fingerprint: 'SHA256:abc' }
let isServed = true
let api: TestApi
let owner: pg.Client
let manager: TestSession

beforeAll(async () => {
  api = await createTestApi({ sftpServer: () => (isServed ? server : null) })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  manager = await api.signIn('root_management_unit_manager')
})
beforeEach(async () => {
  isServed = true
  await owner.query('delete from sftp_access')
  await withFeatures(['sftp_access'])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const withFeatures = (features: readonly string[]) =>
  owner.query('update organization_root_detail set enabled_premium_features = $2 where account_id = $1', [
    api.accounts.retailer.id,
    features,
  ])
type Answer = SftpAccessAnswer & { readonly password?: string; readonly code?: string; readonly details?: unknown }
const ask = async (what: '' | '/enable' | '/disable', by = manager, version?: number) => {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` }
  const response = await by.request(`/api/sftp-access${what}`, {
    ...(what === '' ? {} : { method: 'POST', json: {} }),
    headers,
  })
  return { status: response.status, etag: response.headers.get('etag'), body: (await response.json()) as Answer }
}
const stored = async () =>
  (
    await owner.query<{ user_name: string; password_hash: string | null; version: number }>(
      'select user_name, password_hash, version from sftp_access where account_id = $1',
      [api.accounts.retailer.id],
    )
  ).rows[0]

describe('SFTP access (CONN-18)', () => {
  it('is inactive and without a name before it is first enabled', async () => {
    const { status, etag, body } = await ask('')
    expect([status, etag]).toEqual([200, '"0"'])
    expect(body).toMatchObject({
      version: 0,
      active: false,
      userName: null,
      changedBy: null,
      lastSignInAt: null,
      server,
    })
    expect(body.organizationId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it(
    'once enabled has a name for good and a password that is told once and kept as a hash',
    { tags: ['slow'] },
    async () => {
      const { status, body } = await ask('/enable')
      expect(status).toBe(200)
      expect(body).toMatchObject({ version: 1, active: true, changedBy: expect.stringContaining(' ') })
      expect(body.password).toMatch(/^(?:[0-9a-z]{5}-){5}[0-9a-z]{5}$/)
      expect(await stored()).toMatchObject({
        user_name: body.userName,
        password_hash: expect.stringMatching(/^\$argon2id\$/),
      })
      const read = await ask('')
      expect(read.body).not.toHaveProperty('password')
      expect(read.body).toMatchObject({ active: true, userName: body.userName })
      expect(api.logLines.join('')).not.toContain(body.password)
    },
  )

  it('enabled again has another password under the same name', { tags: ['slow'] }, async () => {
    const [first, second] = [(await ask('/enable')).body, (await ask('/enable')).body]
    expect(second).toMatchObject({ userName: first.userName, version: 2 })
    expect(second.password).not.toBe(first.password)
  })

  it('disabled forgets the password, and disabled again changes nothing', { tags: ['slow'] }, async () => {
    const { userName } = (await ask('/enable')).body
    expect((await ask('/disable')).body).toMatchObject({ active: false, version: 2, userName })
    expect(await stored()).toMatchObject({ password_hash: null, user_name: userName })
    expect((await ask('/disable')).body).toMatchObject({ active: false, version: 2 })
    expect((await ask('/enable')).body).toMatchObject({ active: true, version: 3, userName })
  })

  it('is not changed over a change that nobody saw', async () => {
    expect((await ask('/enable', manager, 0)).status).toBe(200)
    const before = await stored()
    for (const what of ['/enable', '/disable'] as const)
      expect(await ask(what, manager, 0)).toMatchObject({
        status: 412,
        body: { code: 'REQUEST_VERSION_CONFLICT', details: { version: 1 } },
      })
    expect(await stored()).toEqual(before)
  })

  it('enabled twice at once over the same state is enabled once', { tags: ['slow'] }, async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask('/enable', manager, 0)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
  })

  it('is not enabled where no server serves it, and may be disabled there', async () => {
    await ask('/enable')
    isServed = false
    expect(await ask('/enable')).toMatchObject({ status: 409, body: { code: 'SFTP_SERVER_MISSING' } })
    expect(await ask('')).toMatchObject({ status: 200, body: { version: 1, active: true, server: null } })
    expect(await ask('/disable')).toMatchObject({ status: 200, body: { active: false } })
  })
})

describe('the feature sftp_access (CONN-19)', () => {
  it('gates every call', async () => {
    await withFeatures(['multi_product_cart'])
    for (const what of ['', '/enable', '/disable'] as const)
      expect(await ask(what)).toMatchObject({ status: 403, body: { code: 'SFTP_FEATURE_MISSING' } })
    expect(await stored()).toBeUndefined()
  })
})

describe('permissions of SFTP access', () => {
  it('let an analyst read and nobody below look', { tags: ['slow'] }, async () => {
    const analyst = await api.signIn('root_management_unit_analyst')
    expect((await ask('', analyst)).status).toBe(200)
    for (const what of ['/enable', '/disable'] as const)
      expect(await ask(what, analyst)).toMatchObject({ status: 403, body: { code: 'ACCESS_PERMISSION_MISSING' } })
    for (const type of ['store_manager', 'warehouse_manager', 'management_unit_manager'])
      expect((await ask('', await api.signIn(type))).status).toBe(403)
    expect(await stored()).toBeUndefined()
  })

  it('end at the account: another one’s access is neither read nor changed', { tags: ['slow'] }, async () => {
    const { userName } = (await ask('/enable')).body
    const foreign = await api.signIn('admin@other.example')
    await owner.query(`update organization_root_detail set enabled_premium_features = '{sftp_access}'`)
    expect((await ask('', foreign)).body).toMatchObject({ version: 0, userName: null })
    const theirs = (await ask('/enable', foreign)).body
    expect(theirs.userName).not.toBe(userName)
    expect((await ask('')).body).toMatchObject({ version: 1, userName })
  })

  it('take a strict body', async () => {
    const response = await manager.request('/api/sftp-access/enable', { method: 'POST', json: { password: 'mine' } })
    expect(response.status).toBe(400)
  })
})
