import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareAccess } from '#tests/support/access.ts'
import { cookieOf, testOrigin, testPassword, type TestSession } from '#tests/support/api.ts'

const access = prepareAccess({ demandsSecondFactor: true })
const { system } = access
const office = 'management_unit_manager@retailer.example'
const floor = 'warehouse_operator@retailer.example'
const minutes = (count: number) => count * 60_000

let start = new Date()
const at = (ms: number) => {
  access.clock = new Date(start.getTime() + ms)
}
beforeEach(async () => {
  start = new Date()
  at(0)
  await system('delete from sign_in_rule')
})
afterAll(() => at(0))

const alive = async (session: TestSession, headers: Record<string, string> = {}) =>
  (await session.request('/api/session', { headers })).status

const rulesPath = () => `/api/accounts/${access.api.accounts.retailer.id}/sign-in-rules`
async function setRules(json: object) {
  const top = await access.api.signIn('root_management_unit_manager')
  return top.request(rulesPath(), { method: 'PATCH', json })
}

describe('a session of the office', () => {
  it('ends after 30 idle minutes, and lives on while its user does something', async () => {
    const busy = await access.api.signIn(office)
    const idle = await access.api.signIn(office)
    at(minutes(20))
    expect(await alive(busy)).toBe(200)
    at(minutes(40))
    expect(await alive(busy)).toBe(200)
    expect(await alive(idle)).toBe(401)
  })

  it('is not kept alive by a page that asks by itself', async () => {
    const session = await access.api.signIn(office)
    for (const minute of [10, 20, 29]) {
      at(minutes(minute))
      expect(await alive(session, { 'x-idle-seconds': String(minute * 60) })).toBe(200)
    }
    at(minutes(31))
    expect(await alive(session, { 'x-idle-seconds': String(31 * 60) })).toBe(401)
  })

  it('counts from what its user has done last, whichever call says so', async () => {
    const session = await access.api.signIn(office)
    at(minutes(25))
    expect(await alive(session, { 'x-idle-seconds': '300' })).toBe(200)
    at(minutes(49))
    expect(await alive(session, { 'x-idle-seconds': 'soon' })).toBe(200)
    at(minutes(50.1))
    expect(await alive(session)).toBe(401)
  })

  it('is not kept alive by the sync of its device, unless that says that a user is active', async () => {
    const asks = await access.api.signIn(office)
    const works = await access.api.signIn(office)
    at(minutes(20))
    const pull = { method: 'POST', json: {} }
    await asks.request('/api/sync/pull', pull)
    await works.request('/api/sync/pull', { ...pull, headers: { 'x-idle-seconds': '5' } })
    at(minutes(40))
    expect(await alive(asks)).toBe(401)
    expect(await alive(works)).toBe(200)
  })

  it('ends 12 hours after the sign-in however busy', async () => {
    const session = await access.api.signIn(office)
    for (let minute = 20; minute < 720; minute += 20) {
      at(minutes(minute))
      expect(await alive(session)).toBe(200)
    }
    at(minutes(720))
    expect(await alive(session)).toBe(401)
  })
})

describe('other sessions', () => {
  it('of the floor end after a shift, as the account has it', async () => {
    const session = await access.api.signIn(floor)
    at(minutes(11 * 60))
    expect(await alive(session)).toBe(200)
    at(minutes(24 * 60))
    expect(await alive(session)).toBe(401)
  })

  it('of programs, which keep their token, end after 12 idle hours', async () => {
    const session = await access.api.signIn(office, { as: 'api' })
    at(minutes(11 * 60))
    expect(await alive(session)).toBe(200)
  })
})

describe('the limits of an account', () => {
  it('are set beside of whom a second step is demanded, and count at once', async () => {
    const session = await access.api.signIn(office)
    const set = await setRules({ officeIdleMinutes: 10, floorIdleMinutes: 60 })
    expect([set.status, await set.json()]).toMatchObject([200, { officeIdleMinutes: 10, officeAbsoluteHours: 12 }])
    const operator = await access.api.signIn(floor)
    at(minutes(11))
    expect(await alive(session)).toBe(401)
    at(minutes(59))
    expect(await alive(operator)).toBe(200)
    at(minutes(120))
    expect(await alive(operator)).toBe(401)
  })

  it('are those of the account’s own users', async () => {
    await setRules({ officeIdleMinutes: 5 })
    const elsewhere = await access.api.signIn('manager@other.example')
    at(minutes(20))
    expect(await alive(elsewhere)).toBe(200)
  })

  it('stay within bounds', async () => {
    for (const json of [
      { officeIdleMinutes: 4 },
      { officeIdleMinutes: 721 },
      { officeAbsoluteHours: 169 },
      { floorAbsoluteHours: 0 },
      { proofMinutes: 16 },
      { proofMinutes: 1 },
      { floorIdleMinutes: 7.5 },
      { offlineDays: 31 },
      { offlineDays: -1 },
    ])
      expect((await setRules(json)).status, JSON.stringify(json)).toBe(422)
  })
})

describe('sessions at once', () => {
  it('are twenty of a user in browsers; the longest unused one ends', async () => {
    const first = await access.api.signIn('store_seller')
    at(minutes(2))
    const second = await access.api.signIn('store_seller')
    at(minutes(4))
    expect(await alive(first)).toBe(200)
    const program = await access.api.signIn('store_seller', { as: 'api' })
    for (let count = 2; count < 20; count++) await access.api.signIn('store_seller')
    expect(await alive(second, { 'x-idle-seconds': '900' })).toBe(200)
    const last = await access.api.signIn('store_seller')
    expect(await alive(second)).toBe(401)
    expect([await alive(first), await alive(last), await alive(program)]).toEqual([200, 200, 200])
  })
})

describe('what a device asks by itself', () => {
  const local = path.join(import.meta.dirname, '../../web/local')
  const calls = path.join(import.meta.dirname, '../../sync/calls')
  const sources = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture|property)\.ts$/.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const shape = (address: string) => address.replaceAll(/\$?\{[^}]*\}/g, '*')

  it('keeps no session alive: each route of the engine and of its copy is marked', () => {
    const pathOf = new Map(
      sources(calls).flatMap((text) =>
        [...text.matchAll(/export const (\w+Call) = \{\s+method: '\w+',\s+path: '([^']+)'/g)].map(
          ([, name = '', address = '']) => [name, address] as const,
        ),
      ),
    )
    const asked = sources(local).flatMap((text) => [
      ...[...text.matchAll(/['`](\/api\/[^'`?]*)/g)].map(([, address = '']) => address),
      ...[...text.matchAll(/(\w+Call)\.path/g)].map(([, name = '']) => pathOf.get(name) ?? `unknown ${name}`),
    ])
    const shapes = new Set(asked.map(shape))
    const routes = access.api.app.routes.map(({ spec }) => spec).filter((spec) => shapes.has(shape(spec.path)))
    expect([...shapes].filter((each) => each.startsWith('unknown'))).toEqual([])
    expect(routes.map((spec) => spec.path)).toEqual(
      expect.arrayContaining(['/api/sync/pull', '/api/warehouse/items/histories', '/api/counter/parts']),
    )
    // Photos are read by people; a device only sends them, under its grant.
    const isReadByPeople = ({ method, path: address }: (typeof routes)[number]) =>
      method === 'get' && address.startsWith('/api/evidence/')
    const unmarked = routes.filter(
      (spec) => spec.permission !== 'grant' && spec.background !== true && !isReadByPeople(spec),
    )
    expect(unmarked.map(({ method, path: address }) => `${method} ${address}`)).toEqual([])
  })
})

describe('a session of the floor that goes on in the office', () => {
  const both = 'both@retailer.example'
  const post = async (cookie: string, address: string, json: object) => {
    const headers = { cookie, origin: testOrigin }
    const response = await access.api.request(address, { method: 'POST', json, headers })
    const { code } = (await response.json()) as { readonly code?: string }
    return { status: response.status, code, cookie: cookieOf(response) }
  }
  const go = (cookie: string, module: string) => post(cookie, '/api/session/module', { module })
  const isAlive = async (cookie: string) => (await access.api.request('/api/session', { headers: { cookie } })).status
  const signIn = async () => (await access.api.signIn(both, { module: 'tim' })).headers['cookie'] ?? ''

  beforeEach(async () => {
    await system(
      `update user_module set user_type = 'management_unit_manager', organization_id = $1
       where module = 'root' and user_id = (select id from user_account where email = $2)`,
      [access.api.accounts.retailer.northId, both],
    )
  })

  it('goes on within the limits of the office', async () => {
    const cookie = await signIn()
    at(minutes(29))
    const moved = await go(cookie, 'root')
    expect(moved.status).toBe(200)
    expect(await isAlive(moved.cookie)).toBe(200)
  })

  it('asks for a proof where it is older, again and again, and stays where it was', async () => {
    const cookie = await signIn()
    at(minutes(60))
    for (let tries = 0; tries < 2; tries++)
      expect(await go(cookie, 'root')).toMatchObject({ status: 403, code: 'ACCESS_PROOF_REQUIRED' })
    expect(await isAlive(cookie)).toBe(200)
    expect((await go(cookie, 'tim')).status).toBe(200)
  })

  it('begins there with the proof, even after a time that no session of the office lives', async () => {
    const cookie = await signIn()
    for (const hours of [10, 20]) {
      at(minutes(hours * 60))
      expect(await isAlive(cookie)).toBe(200)
    }
    expect((await go(cookie, 'root')).code).toBe('ACCESS_PROOF_REQUIRED')
    const proof = await post(cookie, '/api/session/proof', { password: testPassword })
    const moved = await go(proof.cookie, 'root')
    expect(moved.status).toBe(200)
    at(minutes(20 * 60 + 29))
    expect(await isAlive(moved.cookie)).toBe(200)
    at(minutes(20 * 60 + 60))
    expect(await isAlive(moved.cookie)).toBe(401)
  })
})
