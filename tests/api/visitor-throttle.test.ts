import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let features: PublicWorld['features']

beforeAll(async () => {
  world = await createPublicWorld({ trustProxy: true })
  ;({ features } = world)
})
afterAll(() => world.close())
beforeEach(() => world.owner.query('delete from throttle'))

describe('visitors who ask too often', () => {
  const statuses = async (path: string, times: number, visitor: string, address: string) => {
    const found: number[] = []
    for (let at = 0; at < times; at++)
      found.push((await world.ask(path, { headers: { 'x-forwarded-for': address } }, visitor)).status)
    return found
  }
  const product = () => `/api/public/products/${world.products['IP13']}`

  it('wait by limit of the visitor, while others and people who are signed in go on', async () => {
    const { attempts, windowSeconds } = throttleLimits.productByVisitor
    const found = await statuses(product(), attempts + 1, 'script', '192.0.2.10')
    expect(found.slice(0, attempts).every((status) => status === 200)).toBe(true)
    expect(found.at(-1)).toBe(429)
    const refused = await world.ask(product(), { headers: { 'x-forwarded-for': '192.0.2.11' } }, 'script')
    const wait = Number(refused.headers.get('retry-after'))
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'ACCESS_THROTTLED'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(windowSeconds)
    expect(await statuses(product(), 1, 'person', '192.0.2.10')).toEqual([200])
    const seller = await world.api.signIn('store_seller')
    const { attempts: many } = throttleLimits.productByVisitor
    for (let at = 0; at <= many; at++) expect((await seller.request(product())).status).toBe(200)
  })

  it('by IMEI sooner than by word, across visitors of one address', { tags: ['slow'] }, async () => {
    await features('imei_search_and_collect')
    const imei = '/api/public/products?imei=351234560000004'
    const { attempts } = throttleLimits.imeiByVisitor
    expect((await statuses(imei, attempts + 1, 'imei', '192.0.2.20')).at(-1)).toBe(429)
    expect(await statuses('/api/public/products?search_product_buyback=iphone', 1, 'imei', '192.0.2.20')).toEqual([200])
    const visitors = throttleLimits.imeiByAddress.attempts / attempts
    let last = 200
    for (let at = 0; at <= visitors && last === 200; at++)
      last = (await statuses(imei, attempts, `fresh${at}`, '192.0.2.21')).at(-1)!
    expect(last).toBe(429)
    expect(await statuses(imei, 1, 'fresh-elsewhere', '192.0.2.22')).toEqual([200])
  })

  it('are counted by all processes together', async () => {
    const { attempts } = throttleLimits.productByVisitor
    await statuses(product(), attempts + 1, 'shared', '192.0.2.30')
    const { rows } = await world.owner.query<{ most: number }>('select max(hits)::int as most from throttle')
    expect(rows[0]?.most).toBeGreaterThan(attempts)
  })
})
