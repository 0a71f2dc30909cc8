import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { openClient, type OpenedClient } from '#tests/support/opened-client.ts'
import { firstAdministrator as ada, openLink, withoutAdministrators } from '#tests/support/platform.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'

let api: TestApi
let owner: pg.Client
let first: AuthenticatedUser
let platform: string

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await withoutAdministrators(owner, async () => {
    const token = await openLink(api.db)
    const headers = { origin: testOrigin }
    const answer = await api.request(`/api/set-up/${token}`, { method: 'POST', headers, json: ada })
    first = (await answer.json()) as AuthenticatedUser
    platform = first.accountId
  })
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

const atThePlatform = () => api.signIn(ada.email, { as: 'api', password: ada.password, opens: null })

const open = (session: Pick<TestSession, 'request'>, accountId: string) => openClient(api.request, session, accountId)

const read = async <T>(request: OpenedClient['request'], path: string) => (await (await request(path)).json()) as T
const membersOf = async <T>(request: OpenedClient['request'], path: string) =>
  (await read<{ 'hydra:member': readonly T[] }>(request, path))['hydra:member']
const accountsOf = async (request: OpenedClient['request']) =>
  (await read<{ accounts: readonly { id: string }[] }>(request, '/api/session/accounts')).accounts.map(({ id }) => id)
const headOffice = async (accountId: string) => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from organization where account_id = $1 and type = 'root_management_unit' order by created_at, id`,
    [accountId],
  )
  return rows[0]!.id
}

describe('an administrator of the platform', () => {
  it('stays in the platform’s account and works at the head office of the client that is opened', async () => {
    const { retailer } = api.accounts
    const { user, request, status } = await open(await atThePlatform(), retailer.id)
    expect(status).toBe(200)
    const told = {
      id: first.id,
      accountId: platform,
      viewedAccountId: retailer.id,
      isOfPlatform: true,
      userType: 'super_admin',
      module: 'root',
      currentOrganization: { id: await headOffice(retailer.id), account: { id: retailer.id, name: 'Maison Essai' } },
    }
    expect(user).toMatchObject(told)
    expect(await read(request, '/api/session')).toMatchObject(told)
    expect(await read(request, `/api/users/${first.id}/current-organization`)).toEqual(user.currentOrganization)
    expect(await accountsOf(request)).toEqual([platform, retailer.id])
    // No few digits of a device stand before all clients.
    expect(user).not.toHaveProperty('offline')
    expect((await request('/api/session/offline', { method: 'POST' })).status).toBe(409)
    const back = await open({ ...(await atThePlatform()), request }, platform)
    expect(back.user).toMatchObject({ viewedAccountId: platform, currentOrganization: { account: { id: platform } } })
    // The token before it opens nothing more.
    expect((await request('/api/session')).status).toBe(401)
    expect(await accountsOf(back.request)).toEqual([platform])
  })

  it('sees the client that is open and nothing of another', async () => {
    const { retailer, other } = api.accounts
    const here = await open(await atThePlatform(), retailer.id)
    const stores = await membersOf<{ id: string }>(here.request, '/api/organizations?type=store')
    const people = await membersOf<{ accountId: string }>(here.request, '/api/users?pagination=false')
    expect([stores.length > 0, people.length > 0]).toEqual([true, true])
    expect(new Set(people.map(({ accountId }) => accountId))).toEqual(new Set([retailer.id]))
    for (const path of [
      `/api/accounts/${other.id}/organization-root-detail`,
      `/api/organizations/${await headOffice(other.id)}`,
      `/api/organizations/${await headOffice(platform)}`,
    ])
      expect([path, (await here.request(path)).status]).toEqual([path, 404])
    const there = await open({ ...(await atThePlatform()), request: here.request }, other.id)
    const foreign = await membersOf<{ id: string }>(there.request, '/api/organizations?type=store')
    expect(foreign.map(({ id }) => id).filter((id) => stores.some((store) => store.id === id))).toEqual([])
    expect((await there.request(`/api/organizations/${stores[0]!.id}`)).status).toBe(404)
  })

  it('is refused what a page of another account asks for, read or written, until the page is loaded again', async () => {
    const { retailer, other } = api.accounts
    const { request } = await open(await atThePlatform(), retailer.id)
    const ask = async (account: string, path: string, init: Parameters<TestApi['request']>[1] = {}) => {
      const response = await request(path, { ...init, headers: { ...(init.headers as object), 'x-account': account } })
      return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as object) }
    }
    const mismatch = { code: 'ACCESS_ACCOUNT_MISMATCH', details: { account: retailer.id } }
    const invite = { method: 'POST', json: {} }
    for (const id of [other.id, platform, 'nonsense'])
      for (const answer of [await ask(id, '/api/users'), await ask(id, '/api/organizations', invite)])
        expect(answer).toMatchObject({ status: 409, body: mismatch })
    expect((await ask(retailer.id.toUpperCase(), '/api/users')).status).toBe(200)
    // Its body is looked at once the account is the right one.
    expect((await ask(retailer.id, '/api/organizations', invite)).status).toBe(422)
  })

  it('writes in the client by its own name, which follows the platform’s', async () => {
    const { retailer } = api.accounts
    const { request } = await open(await atThePlatform(), retailer.id)
    const started = await request(`/api/products/exports?account_id=${retailer.id}`, { method: 'POST', json: {} })
    expect(started.status).toBe(200)
    const started_by = await owner.query<{ name: string; status: string }>(
      `select u.first_name || ' ' || u.last_name as name, u.status from export_job j
       join user_account u on u.account_id = j.account_id and u.id = j.started_by where j.account_id = $1`,
      [retailer.id],
    )
    expect(started_by.rows).toEqual([{ name: 'Ada Moreau', status: 'inactive' }])
    // A row that names its user by a foreign key.
    await owner.query(`insert into sync_device (account_id, device_id, user_id, module) values ($1, $2, $3, 'root')`, [
      retailer.id,
      newId(),
      first.id,
    ])
    const rename = (name: string, language: string | null) =>
      owner.query(`update user_account set last_name = $3, language = $4 where account_id = $1 and id = $2`, [
        platform,
        first.id,
        name,
        language,
      ])
    await rename('Lovelace', 'nl-BE')
    const { rows } = await owner.query<{ last_name: string; language: string }>(
      `select last_name, language from user_account where account_id = $1 and id = $2`,
      [retailer.id, first.id],
    )
    expect(rows).toEqual([{ last_name: 'Lovelace', language: 'nl-BE' }])
    await rename('Lovelace', ada.language)
  })

  it('is no user of the client: neither listed, changed nor let in there', async () => {
    const { retailer } = api.accounts
    const { request } = await open(await atThePlatform(), retailer.id)
    const session = await atThePlatform()
    for (const [path, by] of [
      ['/api/users', request],
      [`/api/accounts/${retailer.id}/users`, session.request],
    ] as const) {
      const people = await membersOf<{ id: string }>(by, `${path}?pagination=false`)
      expect(people.map(({ id }) => id)).not.toContain(first.id)
      expect((await by(`${path}/${first.id}`)).status).toBe(404)
      const changed = await by(`${path}/${first.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ status: 'active' }),
      })
      expect(changed.status).toBe(404)
    }
    // The address signs in at the platform, as before.
    expect((await atThePlatform()).user.viewedAccountId).toBe(platform)
  })

  it('speaks as the browser until a language is picked', async () => {
    const session = await atThePlatform()
    expect(session.user).not.toHaveProperty('speaksAsBrowser')
    const languageOf = (language: string | null) =>
      owner.query('update user_account set language = $1 where account_id = $2 and id = $3', [
        language,
        platform,
        first.id,
      ])
    await languageOf(null)
    expect(await read(session.request, '/api/session')).toMatchObject({ language: 'fr-FR', speaksAsBrowser: true })
    await languageOf('de-DE')
    const told = await read(session.request, '/api/session')
    expect(told).toMatchObject({ language: 'de-DE' })
    expect(told).not.toHaveProperty('speaksAsBrowser')
    await languageOf(ada.language)
  })

  it('opens no client that rests, and is out of one as it comes to rest', async () => {
    const session = await atThePlatform()
    const made = await session.request('/api/accounts', { method: 'POST', json: { ...newClient, name: 'Ouverte' } })
    const { id } = (await made.json()) as { id: string }
    const { request } = await open(session, id)
    expect((await request('/api/setup-guide')).status).toBe(200)
    const patch = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } }
    const rest = async (status: string) =>
      (await atThePlatform()).request(`/api/accounts/${id}`, { ...patch, body: JSON.stringify({ status }) })
    expect((await rest('inactive')).status).toBe(200)
    expect((await request('/api/session')).status).toBe(401)
    const again = await open(await atThePlatform(), id)
    expect([again.status, again.code]).toEqual([409, 'ACCESS_CLIENT_INACTIVE'])
    await rest('active')
    expect((await request('/api/session')).status, 'a session that ended with its client').toBe(401)
    const nowhere = await open(await atThePlatform(), newId())
    expect([nowhere.status, nowhere.code]).toEqual([404, 'REQUEST_NOT_FOUND'])
  })

  it('is out of a client as the role is taken away or the user comes to rest', async () => {
    const { request } = await open(await atThePlatform(), api.accounts.retailer.id)
    expect((await request('/api/session')).status).toBe(200)
    const as = (status: string) =>
      owner.query(`update user_account set status = $1 where account_id = $2 and id = $3`, [status, platform, first.id])
    await as('inactive')
    expect((await request('/api/session')).status).toBe(401)
    await as('active')
    // What ended with the inactivity stays ended (T14).
    expect((await request('/api/session')).status).toBe(401)
    const again = await open(await atThePlatform(), api.accounts.retailer.id)
    expect((await again.request('/api/session')).status).toBe(200)
    await owner.query(`delete from user_module where account_id = $1 and user_id = $2`, [platform, first.id])
    expect((await again.request('/api/session')).status).toBe(401)
    await owner.query(`insert into user_module values ($1, $2, 'root', 'super_admin', $3)`, [
      platform,
      first.id,
      await headOffice(platform),
    ])
  })
})

describe('the guides of the clients', () => {
  const setups = async (by: Pick<TestSession, 'request'>, page = 1) => {
    const answer = await by.request(`/api/setup-guide/clients?page=${page}`)
    return answer.status === 200
      ? ((await answer.json()) as {
          clients: readonly { accountId: string; open: number; steps: number }[]
          total: number
          hasClients: boolean
        })
      : answer.status
  }

  it('say how far each active client is, as the client’s own guide does', async () => {
    const session = await atThePlatform()
    const made = await session.request('/api/accounts', { method: 'POST', json: { ...newClient, name: 'Au début' } })
    const { id } = (await made.json()) as { id: string }
    const found = await setups(session)
    if (typeof found === 'number') throw new Error(`refused: ${found}`)
    const [newest, ...before] = found.clients
    expect(newest).toMatchObject({ accountId: id, name: 'Au début', isTrading: false })
    expect(before.map(({ accountId }) => accountId)).toContain(api.accounts.retailer.id)
    expect(before.map(({ accountId }) => accountId)).not.toContain(platform)
    expect(found.total).toBe(found.clients.length)
    const { request } = await open(session, id)
    const { steps } = await read<{ steps: readonly { problems: readonly unknown[] }[] }>(request, '/api/setup-guide')
    expect(newest).toMatchObject({
      open: steps.filter(({ problems }) => problems.length > 0).length,
      steps: steps.length,
    })
    await owner.query(`update account set status = 'inactive' where id = $1`, [id])
    const rested = await setups(await atThePlatform())
    expect(rested).toMatchObject({ total: found.total - 1, hasClients: true })
    const { rows: active } = await owner.query<{ id: string }>(
      `update account set status = 'inactive' where status = 'active' and id <> $1 returning id`,
      [platform],
    )
    const allRest = await setups(await atThePlatform())
    await owner.query(`update account set status = 'active' where id = any ($1::uuid[])`, [active.map((one) => one.id)])
    expect(allRest).toMatchObject({ clients: [], total: 0, hasClients: true })
    expect(await setups(session, 2)).toBe(401)
    expect(await setups(await atThePlatform(), 2)).toMatchObject({ clients: [] })
    expect(await setups(await atThePlatform(), 0)).toBe(422)
  })

  it('are the platform’s to see', async () => {
    expect(await setups(await api.signIn('root_management_unit_manager'))).toBe(403)
  })
})

describe('a user of a client', () => {
  it.each(['root_management_unit_manager', 'store_manager'])('as %s opens no other', async (type) => {
    const { other } = api.accounts
    for (const id of [other.id, platform, newId()]) {
      const { status, code } = await open(await api.signIn(type), id)
      expect([status, code]).toEqual([403, 'ACCESS_ACCOUNT_LINK_INACTIVE'])
    }
    const { rows } = await owner.query(`select from user_account where account_id = $1 and stands_in`, [platform])
    expect(rows).toEqual([])
  })

  it('is not let in by the function alone, whichever account asks', async () => {
    const { retailer, other } = api.accounts
    const manager = api.accounts.userIds['root_management_unit_manager@retailer.example']
    const client = await api.db.pool.connect()
    try {
      for (const [account, user] of [
        [retailer.id, manager],
        [retailer.id, first.id],
        [platform, manager],
        ['', first.id],
      ]) {
        await client.query('begin')
        await client.query(`select set_config('app.account_id', $1, true)`, [account])
        const { rows } = await client.query(`select platform_open_client($1, $2) as state`, [user, other.id])
        expect(rows).toEqual([{ state: 'unknown' }])
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
  })
})
