// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTrackingLink } from '#api/features/buyback/tracking-link.ts'
import { createCustomerNotices } from '#api/mail/customer-notices.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import { longDay } from '#domain/kernel/day.ts'
import { dayPlus, localTime, weekdayOf, weekdays } from '#domain/organization/opening-hours.ts'
import { testOrigin } from '#tests/support/api.ts'
import { cancelAs, createChangeWorld, type ChangeWorld } from '#tests/support/change-world.ts'
import { outcomeOf, postAs, saleOf, type Asker } from '#tests/support/sale-world.ts'
import { testVault } from '#tests/support/vault.ts'

let world: ChangeWorld
let visitor: Asker
let today: string

beforeAll(async () => {
  world = await createChangeWorld()
  visitor = await world.visitor()
  today = localTime(world.clock.now.getTime(), 'Europe/Paris').day
})
beforeEach(() => world.sql('delete from throttle'))
afterAll(() => world.close())

interface Sold {
  readonly id: string
  readonly trackingToken: string
}
const sell = async (circuit: CircuitType = 'web_post', change: Record<string, unknown> = {}): Promise<Sold> =>
  (await postAs(visitor, '/api/buybacks', saleOf(world, circuit, change))).body as unknown as Sold
const bodyOf = async (asker: Asker, path: string) => (await outcomeOf(await asker.request(path))).body
const lastDayOf = async ({ trackingToken }: Sold) =>
  (await bodyOf(world.api, `/api/tracking/${trackingToken}`))['sendBy']
const detailPath = () => `/api/organization-root-details/${world.api.accounts.retailer.rootDetailId}`
const giveDays = async (sendWithinDays: number) => {
  const admin = await world.as('admin')
  return (await admin.request(detailPath(), { method: 'PATCH', json: { sendWithinDays } })).status
}
const letterOf = async (kind: string, { id }: Sold): Promise<string | undefined> => {
  const [row] = await world.sql(
    'select body_text as text from mail_message where kind = $1 and buyback_ids @> array[$2]::uuid[]',
    kind,
    id,
  )
  return row === undefined ? undefined : String(row['text']).replaceAll(/\s+/g, ' ')
}

describe('the day until which a product is handed over', () => {
  it.each(['web_post', 'web_drop_label', 'web_drop'] as const)(
    'is that of the account’s days or the last whole one of the price, on the tracking page, for the office and in the mail (%s)',
    async (circuit) => {
      const sold = await sell(circuit)
      const day = dayPlus(today, circuit === 'web_drop' ? 14 : 15)
      expect(await lastDayOf(sold)).toBe(day)
      expect(await bodyOf(visitor, `/api/buybacks/${sold.id}`)).toMatchObject({ sendBy: day })
      expect(await bodyOf(await world.as('admin'), `/api/buybacks/${sold.id}`)).toMatchObject({ sendBy: day })
      expect(await letterOf('buyback_confirmation', sold)).toContain(longDay(day, 'fr-FR'))
    },
  )

  it('is said of nothing that is collected, or that a counter has', async () => {
    expect(await lastDayOf(await sell('web_collect'))).toBeNull()
    const id = await world.made('item_awaiting_inventory', 'bb_awaiting_inventory')
    expect(await bodyOf(await world.as('admin'), `/api/buybacks/${id}`)).toMatchObject({ sendBy: null })
  })

  it('follows what the account chooses, and stays as it was for what was sold before', async () => {
    const before = await sell()
    expect([await giveDays(4), await giveDays(61), await giveDays(7)]).toEqual([422, 422, 200])
    expect(await lastDayOf(await sell())).toBe(dayPlus(today, 7))
    expect(await lastDayOf(before)).toBe(dayPlus(today, 15))
  })

  it('is the last whole one of the price that is promised to who brings it to a store', async () => {
    await giveDays(30)
    expect(await lastDayOf(await sell('web_drop'))).toBe(dayPlus(today, 14))
    expect(await lastDayOf(await sell('web_post'))).toBe(dayPlus(today, 30))
    await giveDays(15)
  })

  it('is one on which the store is open that the product is brought to', async () => {
    const last = dayPlus(today, 14)
    const others = weekdays.filter((day) => day !== weekdayOf(last))
    const days = others.map((day) => ({ day, opens: '09:00', closes: '18:00' }))
    const [store] = await world.sql(
      `update organization set opening_hours = $1 where id = (select id from organization where type = 'store'
        and account_id = $2 limit 1) returning id`,
      JSON.stringify({ days, closedOn: [] }),
      world.api.accounts.retailer.id,
    )
    const storeId = String(store?.['id'])
    expect(await lastDayOf(await sell('web_drop', { storeId }))).toBe(dayPlus(last, -1))
    expect(await lastDayOf(await sell('web_drop'))).toBe(last)
    expect(await lastDayOf(await sell('web_post'))).toBe(dayPlus(today, 15))
    await world.sql('update organization set opening_hours = null where opening_hours is not null')
  })

  it('is said no more once the product has left its customer', async () => {
    const sold = await sell()
    await world.sql(`update item set status = 'item_in_transit' where buyback_id = $1`, sold.id)
    expect(await lastDayOf(sold)).toBeNull()
  })
})

describe('a customer who still has the product', () => {
  const mailNotices = () =>
    createCustomerNotices({
      database: world.api.db,
      now: () => new Date(),
      trackingLink: createTrackingLink(testVault, testOrigin),
      mailQueued: () => undefined,
      log: { warn: () => undefined },
    })()
  /** Lets the time of the reminder come, and the customer hear of it. */
  const remind = async ({ id }: Sold) => {
    await world.sql(`update customer_notice set due_at = now() - interval '1 second' where buyback_id = $1`, id)
    await mailNotices()
  }

  it('is reminded once, at nine o’clock of the third day before the last one', async () => {
    const sold = await sell()
    const [noted] = await world.sql(
      `select (due_at at time zone 'Europe/Paris')::text as at from customer_notice where buyback_id = $1`,
      sold.id,
    )
    expect(noted).toEqual({ at: `${dayPlus(today, 12)} 09:00:00` })
    await mailNotices()
    expect(await letterOf('send_reminder', sold)).toBeUndefined()
    await remind(sold)
    expect(await letterOf('send_reminder', sold)).toContain(`au plus tard le ${longDay(dayPlus(today, 15), 'fr-FR')}`)
    expect(await world.sql('select from customer_notice where buyback_id = $1', sold.id)).toEqual([])
  })

  it('is reminded of nothing that is on its way, cancelled, or whose last day has passed', async () => {
    const [sent, cancelled, late] = [await sell(), await sell(), await sell()]
    await world.sql(`update item set status = 'item_in_transit' where buyback_id = $1`, sent.id)
    await cancelAs(await world.as('admin'), cancelled.id)
    await world.sql(`update buyback set send_by = current_date - 2 where id = $1`, late.id)
    for (const sold of [sent, cancelled, late]) {
      await remind(sold)
      expect(await letterOf('send_reminder', sold)).toBeUndefined()
    }
  })
})
