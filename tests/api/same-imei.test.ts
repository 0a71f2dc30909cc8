import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'

let world: SaleWorld
const imei = '490154203237518'

beforeAll(async () => {
  world = await createSaleWorld()
})
afterAll(() => world.close())

const ask = async (asker: Asker, number = imei, except?: string) =>
  outcomeOf(
    await asker.request(`/api/public/same-imei?${new URLSearchParams({ imei: number, ...(except && { except }) })}`),
  )
const sell = async () =>
  (await postAs(await world.visitor(), '/api/buybacks', saleOf(world, 'web_post', { imei }))).body as {
    readonly id: string
    readonly identificationNumber: string
  }

describe('a device that is sold twice', () => {
  it('is told to visitors without a word of whose it is, and to staff with the buyback', async () => {
    expect((await ask(await world.visitor())).body).toEqual({ isOpen: false, buybacks: [] })
    const { id, identificationNumber: code } = await sell()
    expect((await ask(await world.visitor())).body).toEqual({ isOpen: true, buybacks: [] })
    const unit = await world.api.signIn('root_management_unit_manager')
    expect((await ask(unit)).body).toMatchObject({ isOpen: true, buybacks: [{ id, code }] })
    // With the version of its software, with or without the check digit, it is one device.
    for (const longer of [`${imei.slice(0, 14)}01`, `${imei}01`])
      expect((await ask(unit, longer)).body).toMatchObject({ isOpen: true, buybacks: [{ id, code }] })
    // A seller sees the buybacks of the own stores, and that there is another.
    const seller = await world.api.signIn('store_seller')
    expect((await ask(seller)).body).toEqual({ isOpen: true, buybacks: [] })
    for (const except of [id, code]) expect((await ask(unit, imei, except)).body['isOpen']).toBe(false)
    // Whose number it is cannot be found out by guessing numbers.
    expect((await ask(await world.visitor(), imei, code)).body['isOpen']).toBe(true)
  })

  it.each(['bb_cancelled', 'bb_not_completed'])('is not where the first is %s', async (status) => {
    await world.sql('delete from throttle')
    await world.sql(
      `update buyback set status = $1, cancel_reason = case when $1 = 'bb_cancelled' then 'other' end`,
      status,
    )
    expect((await ask(await world.visitor())).body).toEqual({ isOpen: false, buybacks: [] })
  })

  it('is a matter of a number that is one', async () => {
    expect(await ask(await world.visitor(), '12')).toMatchObject({ status: 422, code: 'IMEI_MALFORMED' })
  })

  it('is asked by a visitor so often and no more', async () => {
    const visitor = await world.visitor()
    expect((await ask(visitor)).status).toBe(200)
    await world.sql('update throttle set hits = $1', throttleLimits.sameImeiByAddress.attempts)
    expect((await ask(visitor)).status).toBe(429)
  })
})
