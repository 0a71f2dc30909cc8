import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pg from 'pg'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { throttleKey } from '#api/features/access/throttle.ts'
import { createTestApi, testOrigin, testPassword, type TestApi } from '#tests/support/api.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await createTestApi({ trustProxy: true })
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
})
beforeEach(() => owner.query('delete from throttle'))
afterAll(async () => {
  await owner.end()
  await api.close()
})

/** A browser that keeps what it is told to keep of its device. */
function browser() {
  let cookie = ''
  return async (email: string, password: string) => {
    const headers = { 'x-forwarded-for': '192.0.2.77', origin: testOrigin, ...(cookie && { cookie }) }
    const answer = await api.request('/api/login', { method: 'POST', headers, json: { email, password } })
    const device = answer.headers.getSetCookie().find((one) => one.includes('reprise_device='))
    cookie = device?.split(';')[0] ?? cookie
    return answer
  }
}

const login = (email: string, password: string, address = '192.0.2.1', on = api) =>
  on.request('/api/login', {
    method: 'POST',
    headers: { 'x-client': 'api', 'x-forwarded-for': `198.51.100.7, ${address}` },
    json: { email, password },
  })

async function statuses(count: number, attempt: (index: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index++) found.push((await attempt(index)).status)
  return found
}

describe('attempts on one e-mail', () => {
  it('are refused above the limit, from whatever address, known and unknown e-mails alike', async () => {
    const { attempts } = throttleLimits.signInByEmail
    for (const email of ['admin@retailer.example', 'nobody@retailer.example']) {
      const found = await statuses(attempts + 1, (index) => login(email, 'Wrong-1234', `192.0.2.${index}`))
      expect(found).toEqual([...Array<number>(attempts).fill(401), 429])
    }
    const response = await login('ADMIN@retailer.example', testPassword)
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(throttleLimits.signInByEmail.windowSeconds)
    expect(wait).toBeGreaterThan(throttleLimits.signInByEmail.windowSeconds - 60)
    expect(await response.json()).toMatchObject({ code: 'ACCESS_THROTTLED' })
    expect((await login('super_admin@retailer.example', testPassword)).status).toBe(200)
  })

  it('are counted by every process on the database together', async () => {
    const second = await createTestApi({ share: api, trustProxy: true })
    const { attempts } = throttleLimits.signInByEmail
    await statuses(attempts, (index) =>
      login('store_seller@retailer.example', 'Wrong-1234', '192.0.2.1', index % 2 === 0 ? api : second),
    )
    expect((await login('store_seller@retailer.example', testPassword, '192.0.2.1', second)).status).toBe(429)
    await second.close()
  })

  it('never lock anybody out for good: the next window lets the right password in', async () => {
    const { attempts, windowSeconds } = throttleLimits.signInByEmail
    await statuses(attempts + 5, () => login('store_manager@retailer.example', 'Wrong-1234'))
    expect((await login('store_manager@retailer.example', testPassword)).status).toBe(429)
    await owner.query('update throttle set window_started_at = window_started_at - make_interval(secs => $1)', [
      windowSeconds,
    ])
    expect((await login('store_manager@retailer.example', testPassword)).status).toBe(200)
  })

  it('do not lock the user out of a browser on which the user has signed in before (T7)', async () => {
    const [own, other] = [browser(), browser()]
    const email = 'management_unit_analyst@retailer.example'
    expect((await own(email, testPassword)).status).toBe(200)
    expect((await other('store_seller@retailer.example', testPassword)).status).toBe(200)
    await statuses(throttleLimits.signInByEmail.attempts + 2, () => login(email, 'Wrong-1234'))
    expect((await login(email, testPassword)).status).toBe(429)
    expect((await other(email, testPassword)).status).toBe(429)
    expect((await own(email, testPassword)).status).toBe(200)
    // Known for one user, a device is a stranger's for another.
    await statuses(throttleLimits.signInByEmail.attempts, () => login('super_admin@retailer.example', 'Wrong-1234'))
    expect((await own('super_admin@retailer.example', testPassword)).status).toBe(429)
  })

  it('on such a browser have a small limit of their own', async () => {
    const own = browser()
    const email = 'management_unit_analyst@retailer.example'
    expect((await own(email, testPassword)).status).toBe(200)
    const { attempts } = throttleLimits.signInByDevice
    expect(await statuses(attempts + 1, () => own(email, 'Wrong-1234'))).toEqual([
      ...Array<number>(attempts).fill(401),
      429,
    ])
    expect((await own(email, testPassword)).status).toBe(429)
    expect((await login(email, testPassword)).status).toBe(200)
  })

  it('are at most 20 within any hour, also where their user signs in between (T7)', async () => {
    const email = 'buyer_manager@retailer.example'
    const wrong = () => login(email, 'Wrong-1234')
    const half = await statuses(30, wrong)
    await owner.query(`update throttle set window_started_at = window_started_at - interval '61 minutes'`)
    const later = [
      ...(await statuses(5, wrong)),
      (await login(email, testPassword)).status,
      ...(await statuses(25, wrong)),
    ]
    expect([...half, ...later].filter((status) => status === 401)).toHaveLength(20)
  })

  it('count where they fail alone, so that a shift of short sessions goes on', async () => {
    const { attempts } = throttleLimits.signInByEmail
    const found = await statuses(attempts + 5, () => login('warehouse_operator@retailer.example', testPassword))
    expect(new Set(found)).toEqual(new Set([200]))
  })
})

describe('attempts from one address', () => {
  it('are refused above the limit, whatever the e-mail; other addresses go on', { tags: ['slow'] }, async () => {
    const { attempts } = throttleLimits.signInByAddress
    await owner.query('delete from throttle')
    // Ten at a time: all at once, a busy machine is too long at their hashes to answer what follows.
    for (let from = 0; from < attempts; from += 10) {
      const tries = Array.from({ length: 10 }, (_, at) => login(`nobody${from + at}@retailer.example`, 'Wrong-1234'))
      await Promise.all(tries)
    }
    expect((await login('admin@retailer.example', testPassword)).status).toBe(429)
    expect((await login('admin@retailer.example', testPassword, '192.0.2.2')).status).toBe(200)
  })

  it('use up nothing of others once its own limit is used up, and questions for a passkey nothing of all', async () => {
    const address = '192.0.2.9'
    const hits = async () => {
      const { rows } = await owner.query<{ hits: number }>('select hits from throttle where key = $1', [
        throttleKey('signInOverall', ''),
      ])
      return rows[0]?.hits ?? 0
    }
    const begin = () =>
      api.request('/api/passkeys/begin', { method: 'POST', headers: { 'x-forwarded-for': address }, json: {} })
    expect((await begin()).status).toBe(200)
    expect(await hits()).toBe(0)
    expect((await login('nobody@retailer.example', 'Wrong-1234', address)).status).toBe(401)
    expect(await hits()).toBe(1)
    const full = throttleLimits.signInByAddress.attempts
    await owner.query('update throttle set hits = $1 where key = $2', [full, throttleKey('signInByAddress', address)])
    const before = await owner.query('select key from throttle order by key')
    expect((await login('other@retailer.example', 'Wrong-1234', address)).status).toBe(429)
    expect(await hits()).toBe(1)
    expect((await owner.query('select key from throttle order by key')).rows).toEqual(before.rows)
  })

  it('are counted by the address that the proxy names, not by the caller’s claim', async () => {
    const { rows } = await owner.query('select count(*)::int as keys from throttle')
    expect(rows[0]).toEqual({ keys: 0 })
    for (const claim of ['10.0.0.1', '10.0.0.2']) {
      await api.request('/api/login', {
        method: 'POST',
        headers: { 'x-client': 'api', 'x-forwarded-for': `${claim}, 192.0.2.1` },
        json: { email: 'nobody@retailer.example', password: 'Wrong-1234' },
      })
    }
    const after = await owner.query('select count(*)::int as keys from throttle')
    expect(after.rows[0]).toEqual({ keys: 3 })
  })
})

describe('attempts of everybody together', () => {
  /** Goes on as if the limit of everything together were used up but for so many attempts. */
  async function leave(attempts: number, left: number): Promise<void> {
    // Of two attempts by different e-mails from different addresses, only the overall counter counts both.
    const changed = await owner.query('update throttle set hits = $1 where hits = 2', [attempts - left])
    expect(changed.rowCount).toBe(1)
  }

  it('to sign in are refused above the limit, from whatever address, until the next window', async () => {
    const { attempts, windowSeconds } = throttleLimits.signInOverall
    const wrong = (index: number) => login(`nobody${index}@retailer.example`, 'Wrong-1234', `192.0.2.${index}`)
    expect(await statuses(2, wrong)).toEqual([401, 401])
    await leave(attempts, 1)
    expect(await statuses(2, (index) => wrong(index + 10))).toEqual([401, 429])
    const right = await login('admin@retailer.example', testPassword, '192.0.2.20')
    expect(right.status).toBe(429)
    expect(await right.json()).toMatchObject({ code: 'ACCESS_THROTTLED' })
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds)
    await owner.query('update throttle set window_started_at = window_started_at - make_interval(secs => $1)', [
      windowSeconds,
    ])
    expect((await login('admin@retailer.example', testPassword, '192.0.2.20')).status).toBe(200)
  })

  it(
    'to renew a password are refused above the limit, known and unknown e-mails alike',
    { tags: ['slow'] },
    async () => {
      const renew = (email: string, address: string) =>
        api.request('/api/password/renew', {
          method: 'POST',
          headers: { 'x-forwarded-for': address },
          json: { email },
        })
      expect(await statuses(2, (index) => renew(`nobody${index}@retailer.example`, `192.0.2.${index}`))).toEqual([
        204, 204,
      ])
      await leave(throttleLimits.renewalOverall.attempts, 1)
      expect((await renew('nobody2@retailer.example', '192.0.2.2')).status).toBe(204)
      expect((await renew('nobody3@retailer.example', '192.0.2.3')).status).toBe(429)
      expect((await renew('admin@retailer.example', '192.0.2.4')).status).toBe(429)
    },
  )
})

describe('the table of attempts', () => {
  it('holds neither e-mails nor addresses', async () => {
    await login('admin@retailer.example', 'Wrong-1234')
    const { rows } = await owner.query('select * from throttle')
    expect(rows.length).toBe(3)
    expect(JSON.stringify(rows)).not.toMatch(/retailer|192\.0/)
  })
})

describe('password renewals', () => {
  it('are throttled by e-mail with the same answer for everybody', { tags: ['slow'] }, async () => {
    const { attempts } = throttleLimits.renewalByEmail
    for (const email of ['admin@retailer.example', 'nobody@retailer.example']) {
      const found = await statuses(attempts + 1, () =>
        api.request('/api/password/renew', { method: 'POST', json: { email } }),
      )
      expect(found).toEqual([...Array<number>(attempts).fill(204), 429])
    }
  })
})
