import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { createTestApi, testOrigin, type TestApi } from '#tests/support/api.ts'
import { createSaleWorld, customerForm, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

// What a script tries that wants us to write to a stranger again and again.
let world: SaleWorld
let second: TestApi

beforeAll(async () => {
  world = await createSaleWorld({ trustProxy: true })
  second = await createTestApi({ share: world.api, trustProxy: true, now: () => world.clock.now })
})
beforeEach(async () => {
  await world.sql('delete from throttle')
  await world.sql('delete from mail_message')
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const most = throttleLimits.visitorMailByRecipient.attempts

/** A visitor who has never been here before, at one of the processes, behind what the proxy and the visitor have written. */
async function visitor(api: TestApi = world.api, forwardedFor = '192.0.2.1'): Promise<Asker> {
  const own = { authorization: `Bearer ${await visitorToken(api)}`, origin: testOrigin }
  const headers = { ...own, 'x-forwarded-for': forwardedFor }
  return { request: (path, init = {}) => api.request(path, { ...init, headers }) }
}

const sell = (asker: Asker, clientEmail: string) =>
  postAs(asker, '/api/buybacks', saleOf(world, 'web_post', { customer: { ...customerForm, clientEmail } }))

const stranger = () => `s${randomUUID().slice(0, 8)}@exemple.fr`

/** Why each confirmation was stopped, or that it waits to be sent; in the order of their writing. */
const outcomes = async () =>
  (
    await world.sql(`select coalesce(last_error, status) as said from mail_message
      where kind = 'buyback_confirmation' order by created_at, id`)
  ).map(({ said }) => String(said))

const count = (all: readonly string[], said: string) => all.filter((one) => one === said).length

describe('a script that has a stranger written to', () => {
  it('gets no more mails by asking at once, as many visitors, at two processes, from many addresses', async () => {
    const email = stranger()
    const askers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => visitor(at % 2 === 0 ? world.api : second, `192.0.2.${at}`)),
    )
    const sold = await Promise.all(askers.map((asker) => sell(asker, email)))
    expect(sold.map(({ status }) => status)).toEqual(sold.map(() => 200))
    const all = await outcomes()
    expect([count(all, 'queued'), count(all, 'MAIL_LIMIT_RECIPIENT')]).toEqual([most, 24 - most])
  })

  it('gets no more by one visitor’s calls at once, to however many strangers', async () => {
    const { attempts } = throttleLimits.visitorMailByVisitor
    const one = await visitor()
    await Promise.all(Array.from({ length: attempts + 4 }, () => sell(one, stranger())))
    const all = await outcomes()
    expect([count(all, 'queued'), count(all, 'MAIL_LIMIT_VISITOR')]).toEqual([attempts, 4])
  })

  it('gets no more by a claim of its own about where it comes from', async () => {
    const { attempts } = throttleLimits.visitorMailByAddress
    await sell(await visitor(), stranger())
    await world.sql('update throttle set hits = $1', attempts)
    for (const claim of ['198.51.100.1, 192.0.2.1', '::1,192.0.2.1', '127.0.0.1 , 10.0.0.1,  192.0.2.1'])
      await sell(await visitor(world.api, claim), stranger())
    for (const written of ['192.0.2.1:4711', '::ffff:192.0.2.1', '[::ffff:192.0.2.1]:4711'])
      await sell(await visitor(world.api, written), stranger())
    expect(count(await outcomes(), 'MAIL_LIMIT_ADDRESS')).toBe(6)
    // An IPv6 caller has a whole network to choose from.
    await sell(await visitor(world.api, '2001:db8:1:2::1'), stranger())
    await world.sql('update throttle set hits = $1', attempts)
    await sell(await visitor(world.api, '2001:db8:1:2:ffff::9'), stranger())
    expect(count(await outcomes(), 'MAIL_LIMIT_ADDRESS')).toBe(7)
    await sell(await visitor(world.api, '192.0.2.9'), stranger())
    expect((await outcomes()).at(-1)).toBe('queued')
  })

  it('gets no more by a restart', async () => {
    const email = stranger()
    for (let each = 0; each < most; each++) await sell(await visitor(), email)
    const restarted = await createTestApi({ share: world.api, trustProxy: true, now: () => world.clock.now })
    await sell(await visitor(restarted), email)
    await restarted.close()
    expect((await outcomes()).at(-1)).toBe('MAIL_LIMIT_RECIPIENT')
  })

  it('gets no more by another spelling of the address', async () => {
    const spellings = [
      'anne@exämple.fr',
      'ANNE@EXÄMPLE.FR',
      'anne+1@exa\u0308mple.fr',
      'anne@xn--exmple-cua.fr',
      'Anne+x@XN--EXMPLE-CUA.fr',
      'anne@\uff45\uff58\u00e4mple.fr',
    ]
    for (let each = 0; each < most; each++) await sell(await visitor(), 'anne@exämple.fr')
    const sold = []
    for (const email of spellings) sold.push((await sell(await visitor(), email)).status)
    const stopped = count(await outcomes(), 'MAIL_LIMIT_RECIPIENT')
    // What is refused as no address is not written to, either.
    expect(stopped).toBe(sold.filter((status) => status === 200).length)
    expect(stopped).toBeGreaterThan(4)
  })

  it.each(['anne@exemple.fr.', 'anne@.exemple.fr', 'anne@exemple..fr', ' @exemple.fr', 'a@exemple.fr,b@exemple.fr'])(
    'is refused %j as no address',
    async (email) => {
      expect((await sell(await visitor(), email)).status).toBe(422)
      expect(await outcomes()).toEqual([])
    },
  )
})
