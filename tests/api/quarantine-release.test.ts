// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { TestItem } from '#tests/support/factories.ts'
import type { TestSession } from '#tests/support/api.ts'
import { prepareQuarantineFloor } from '#tests/support/quarantine-floor.ts'

const { api, owner, manager, queueOf, declaredItem, quarantined, release, stored } = prepareQuarantineFloor()

describe('a release', () => {
  it('of a cancelled buyback keeps the product only while the customer has or may get the money', async () => {
    const [paid, unpaid] = [await quarantined(), await quarantined()]
    const cancel = (item: TestItem, payment: string) =>
      owner().query(
        `update buyback set status = 'bb_cancelled', cancel_reason = 'other', payment_status = $2 where id = $1`,
        [item.buybackId, payment],
      )
    await cancel(paid, 'payment_initiated')
    await cancel(unpaid, 'payment_cancelled')
    expect(await release(unpaid, 'kept')).toBe('QUARANTINE_RELEASE_NOT_ALLOWED')
    expect(await stored(unpaid)).toMatchObject({ status: 'item_in_quarantine', buyback: 'bb_cancelled' })
    expect(await release(paid, 'kept')).toBe('applied')
    expect(await stored(paid)).toMatchObject({ status: 'item_to_reintegrate_to_stock', buyback: 'bb_cancelled' })
  })

  it('is made by the managers of the whole tree as well, whatever the warehouse', async () => {
    const item = await quarantined()
    const root = queueOf('root_management_unit_manager@retailer.example', 'root')
    expect(await release(item, 'kept', root)).toBe('applied')
  })
})

describe('the label for the way back', () => {
  const label = (session: TestSession, item: TestItem) =>
    session.request(`/api/warehouse/items/${item.id}/return-label`, { method: 'POST' })

  it('is made once and opens the exit (WH-15, WH-17)', async () => {
    const operator = await api().signIn('warehouse_operator')
    const item = await quarantined()
    expect(await release(item, 'returned')).toBe('QUARANTINE_LABEL_MISSING')
    const first = (await (await label(operator, item)).json()) as { number: string }
    expect(first.number).toMatch(/^904\d{15}$/)
    expect(await (await label(manager(), item)).json()).toMatchObject(first)
    expect(await stored(item)).toMatchObject({ facts: { hasReturnLabel: true, control: { outcome: 'proposal' } } })
    expect(await release(item, 'returned')).toBe('applied')
    expect(await stored(item)).toMatchObject({
      status: 'item_to_return',
      buyback: 'bb_not_completed',
      native: 'customer_return',
    })
  })

  it('is a paper with both addresses, for who may make it and sees the item', { tags: ['slow'] }, async () => {
    const operator = await api().signIn('warehouse_operator')
    const item = await quarantined()
    const path = (format: string) => `/api/documents/return-label/${item.id}.${format}`
    expect((await operator.request(path('pdf'))).status).toBe(404)
    const { number } = (await (await label(operator, item)).json()) as { number: string }
    const file = await operator.request(path('pdf?media=100x150'))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const zpl = await (await operator.request(path('zpl'))).text()
    for (const text of ['^FDAnna Martin^FS', '^FD1 rue Neuve^FS', '^FD69001 Lyon^FS', '^FDFrance^FS', number])
      expect(zpl).toContain(text)
    expect((await operator.request(path('pdf?media=50x30'))).status).toBe(422)
    for (const [who, status] of [
      ['root_management_unit_manager', 200],
      ['store_seller', 403],
      ['buyer_manager', 403],
      ['admin@other.example', 404],
    ] as const)
      expect([who, (await (await api().signIn(who)).request(path('pdf'))).status]).toEqual([who, status])
  })

  it('cannot be made without a whole address, and nothing changes', async () => {
    const item = await quarantined({ street: null })
    const before = await stored(item)
    const response = await label(manager(), item)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      422,
      'RETURN_LABEL_NO_ADDRESS',
    ])
    expect(await stored(item)).toEqual(before)
  })

  it('is made of no product whose customer was paid for it', async () => {
    const item = await quarantined()
    await owner().query(`update buyback set status = 'bb_completed', settled_at = now() where id = $1`, [
      item.buybackId,
    ])
    const response = await label(manager(), item)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      409,
      'ITEM_STATUS_NOT_ELIGIBLE',
    ])
    expect(await stored(item)).not.toMatchObject({ facts: { hasReturnLabel: true } })
  })

  it('is for items of the own warehouse that stand in quarantine or go back', async () => {
    const item = await declaredItem()
    expect(((await (await label(manager(), item)).json()) as { code: string }).code).toBe('ITEM_STATUS_NOT_ELIGIBLE')
    const seller = await api().signIn('store_seller')
    expect((await label(seller, item)).status).toBe(403)
  })
})
