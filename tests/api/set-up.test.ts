import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { firstAdministrator as ada, openLink } from '#tests/support/platform.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'

const day = 86_400_000
let api: TestApi
let owner: pg.Client
let now = new Date()

beforeAll(async () => {
  api = await createTestApi({ now: () => now })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  // Nobody administers this installation yet.
  const { id } = api.accounts.platform
  for (const table of ['user_account', 'organization_root_detail', 'organization'])
    await owner.query(`delete from ${table} where account_id = $1`, [id])
  await owner.query('delete from account where id = $1', [id])
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function answerOf(response: Response) {
  const body = (await response.json()) as Partial<AuthenticatedUser> & {
    readonly code?: string
    readonly field?: string
  }
  return { status: response.status, body, said: [response.status, body.code, body.field] }
}
const look = async (token: string) => answerOf(await api.request(`/api/set-up/${token}`))
const finish = async (token: string, change: object = {}) =>
  answerOf(
    await api.request(`/api/set-up/${token}`, {
      method: 'POST',
      headers: { origin: testOrigin },
      json: { ...ada, ...change },
    }),
  )
const made = async () => {
  const { rows } = await owner.query<{ platforms: number; people: number }>(`select
    (select count(*)::int from account where is_platform) as platforms,
    (select count(*)::int from user_account u join account a on a.id = u.account_id where a.is_platform) as people`)
  return [rows[0]?.platforms, rows[0]?.people]
}
const invalid = [404, 'ACCESS_SET_UP_LINK_INVALID', undefined]
const done = [409, 'ACCESS_SET_UP_DONE', undefined]

describe('the set-up link', () => {
  beforeEach(async () => {
    now = new Date()
    await owner.query('delete from platform_setup')
  })

  it('is stored as a hash, lives for a day, and says so afterwards', async () => {
    const token = (await openLink(api.db, now))!
    expect((await look(token)).status).toBe(200)
    const { rows } = await owner.query<{ text: string }>('select s::text as text from platform_setup s')
    expect(rows.map(({ text }) => text.includes(token))).toEqual([false])
    now = new Date(now.getTime() + day + 1000)
    expect((await look(token)).said).toEqual(invalid)
    expect((await finish(token)).said).toEqual(invalid)
    for (const unknown of ['u_', `u_${'x'.repeat(43)}`, 'x'.repeat(200)])
      expect((await look(unknown)).said).toEqual(invalid)
    expect(await made()).toEqual([0, 0])
  })

  it('makes nothing of what is wrong, and says what', async () => {
    const token = (await openLink(api.db, now))!
    for (const [change, said] of [
      [{ password: 'court1A' }, [422, 'PASSWORD_TOO_SHORT', 'password']],
      [{ password: 'sans-majuscule-1' }, [422, 'PASSWORD_NEEDS_UPPERCASE', 'password']],
      [{ email: 'ada@' }, [422, 'REQUEST_INVALID', 'email']],
      [{ email: 'store_seller@retailer.example' }, [409, 'USER_EMAIL_TAKEN', 'email']],
      [{ firstname: 'A' }, [422, 'REQUEST_INVALID', 'firstname']],
      [{ lastname: 'x'.repeat(256) }, [422, 'REQUEST_INVALID', 'lastname']],
      [{ language: 'it-IT' }, [422, 'REQUEST_INVALID', 'language']],
      [{ type: 'super_admin' }, [400, 'REQUEST_UNKNOWN_FIELD', 'type']],
    ] as const)
      expect((await finish(token, change)).said, JSON.stringify(change)).toEqual(said)
    expect(await made()).toEqual([0, 0])
    expect((await look(token)).status).toBe(200)
  })

  it('makes one administrator of two who have it, or two links, at once; all of them end with it', async () => {
    const [first, second] = [(await openLink(api.db, now))!, (await openLink(api.db, now))!]
    const answers = await Promise.all([
      finish(first),
      finish(first, { email: 'bea@platform.example' }),
      finish(second, { email: 'cleo@platform.example' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await made()).toEqual([1, 1])
    for (const token of [first, second]) {
      expect((await look(token)).said).toEqual(done)
      expect((await finish(token, { email: 'late@platform.example' })).said).toEqual(done)
    }
    expect(await openLink(api.db, now)).toBeNull()
    const { body } = answers.find(({ status }) => status === 200)!
    expect(body).toMatchObject({ userType: 'super_admin', module: 'root', modules: { root: 'super_admin' } })
    // The password is that person's own, and works at the door.
    expect((await api.signIn(body.email!, { password: ada.password, opens: null })).user.id).toBe(body.id)
    await owner.query('update user_account set email = $1 where id = $2', [ada.email, body.id])
  })
})

describe('the account of the platform', () => {
  let first: TestSession
  let platform: string
  const send = async (method: string, path: string, json?: unknown, who = first) => {
    const response = await who.request(path, { method, json })
    const text = await response.text()
    const body = JSON.parse(text === '' ? '{}' : text) as Partial<UserDetail> & {
      readonly code?: string
      readonly field?: string
      readonly accountId?: string | null
    }
    return { status: response.status, body }
  }
  const users = () => `/api/accounts/${platform}/users`
  const headOffice = async (accountId: string) =>
    (
      await owner.query<{ id: string }>(
        `select id from organization where account_id = $1 and type = 'root_management_unit'`,
        [accountId],
      )
    ).rows[0]!.id
  const person = async (type: string, email: string) => ({
    email,
    firstname: 'Bea',
    lastname: 'Martin',
    modules: { root: { type, organizationId: await headOffice(platform) } },
  })

  beforeAll(async () => {
    now = new Date()
    first = await api.signIn(ada.email, { password: ada.password, opens: null })
    platform = (await send('GET', '/api/platform')).body.accountId!
  })

  it('is no client: it is in no list, and is neither read, changed, linked nor deleted', async () => {
    const list = (await (await first.request('/api/accounts?pagination=false')).json()) as {
      readonly 'hydra:member': readonly { readonly id: string }[]
    }
    expect(list['hydra:member'].length).toBeGreaterThan(0)
    expect(list['hydra:member'].map(({ id }) => id)).not.toContain(platform)
    const top = await headOffice(platform)
    for (const [method, path, json] of [
      ['GET', `/api/accounts/${platform}`],
      ['PATCH', `/api/accounts/${platform}`, { status: 'inactive' }],
      ['DELETE', `/api/accounts/${platform}`],
      ['GET', `/api/organizations/${top}/account`],
      ['GET', `/api/connector-organizations?organizationId=${newId()}`],
    ] as const) {
      const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
      const response = await first.request(path, { method, ...(json && { json, headers }) })
      expect([path, response.status]).toEqual([path, 404])
    }
    const created = await send('POST', '/api/accounts', newClient)
    expect(created.status).toBe(200)
  })

  it('has administrators and nobody else; each of them is offered what may be given there', async () => {
    const places = (await (await first.request(`/api/accounts/${platform}/workplaces`)).json()) as {
      readonly types: readonly string[]
    }
    expect(places.types).toEqual(['super_admin', 'admin'])
    for (const type of ['root_management_unit_manager', 'root_management_unit_analyst']) {
      const { status, body } = await send('POST', users(), await person(type, `${type}@platform.example`))
      expect([status, body.code, body.field]).toEqual([409, 'USER_ROLE_OF_PLATFORM', 'modules.root.type'])
    }
    const { body } = await send('POST', users(), await person('admin', 'bea@platform.example'))
    expect(body).toMatchObject({ accountId: platform, reach: 'all' })
    const forced = await send('PATCH', `${users()}/${body.id}`, { forceConnectionBySso: true })
    expect(forced.body.code).toBe('USER_SSO_ADMIN')
    expect((await send('DELETE', `${users()}/${body.id}`)).status).toBe(405)
    // A manager of a client sees nothing of it.
    const manager = await api.signIn('root_management_unit_manager')
    expect((await send('GET', users(), undefined, manager)).status).toBe(403)
    expect((await send('GET', '/api/platform', undefined, manager)).status).toBe(403)
  })

  it('keeps its last administrator, even where others may write users; anybody else may rest or change (O3)', async () => {
    const { body: bea } = await send('POST', users(), await person('super_admin', 'second@platform.example'))
    const others = await owner.query<{ id: string }>(
      `select id from user_account where account_id = $1 and id <> all ($2)`,
      [platform, [first.user.id, bea.id]],
    )
    for (const { id } of others.rows)
      expect((await send('PATCH', `${users()}/${id}`, { status: 'inactive' })).status).toBe(200)
    await owner.query(
      `update user_account set password_hash = (select password_hash from user_account where id = $1) where id = $2`,
      [first.user.id, bea.id],
    )
    const second = await api.signIn('second@platform.example', { password: ada.password, opens: null })
    const rest = { status: 'inactive' }
    const both = await Promise.all([
      send('PATCH', `${users()}/${bea.id}`, rest),
      send('PATCH', `${users()}/${first.user.id}`, rest, second),
    ])
    // The second of the two requests is refused, or the first one has already ended its session.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await owner.query(`update user_account set status = 'active' where id = $1`, [first.user.id])
    first = await api.signIn(ada.email, { password: ada.password, opens: null })
    await send('PATCH', `${users()}/${bea.id}`, rest)
    const last = await send('PATCH', `${users()}/${first.user.id}`, rest)
    // Users cannot deactivate themselves either; the rule is the same for any other user who would do it.
    expect(last.body.code).toBe('USER_OWN_ACCESS')
  })

  it('does not count for a client: its own head office keeps its last manager', async () => {
    const id = api.accounts.userIds['root_management_unit_manager@retailer.example']
    const path = `/api/accounts/${api.accounts.retailer.id}/users/${id}`
    const { status, body } = await send('PATCH', path, { status: 'inactive' })
    expect([status, body.code]).toEqual([409, 'USER_LAST_MANAGER'])
  })
})
