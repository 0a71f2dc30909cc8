// @module-tag slow
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { TestSession } from '#tests/support/api.ts'
import { prepareDeliveries } from '#tests/support/delivery-world.ts'
import { createItems } from '#tests/support/factories.ts'

const world = prepareDeliveries()
const { statusOf, manager, api, owner } = world

const minute = 60_000
const at = (minutesAgo: number) => new Date(world.now() - minutesAgo * minute).toISOString()
describe('a package', () => {
  async function packed(count: number, leftStatus: string, stock: boolean) {
    const account = world.account()
    const items = await createItems(owner(), account, count, { left_status: leftStatus })
    const packageId = newId()
    const serial = String(Math.floor(Math.random() * 1e11)).padStart(11, '0')
    await owner().query(
      `insert into package (account_id, id, status, ${stock ? 'origin_warehouse_id' : 'origin_store_id'},
         destination_warehouse_id, item_ids, number, label_state, opened_by, opened_at, closed_by, closed_at)
       values ($1, $2, 'closed', $3, $4, $5, $6, 'ready', $7, now(), $7, now())`,
      [
        account.id,
        packageId,
        stock ? account.warehouseId : account.storeId,
        stock ? account.otherWarehouseId : account.warehouseId,
        items.map(({ id }) => id),
        `04${serial}`,
        manager().user.id,
      ],
    )
    for (const { id, buybackId } of items) {
      await owner().query(`update item set facts = jsonb_build_object('packageId', $2::text) where id = $1`, [
        id,
        packageId,
      ])
      await owner().query(
        `insert into transport (account_id, id, buyback_id, item_id, package_id) values ($1, $2, $3, $4, $5)`,
        [account.id, newId(), buybackId, id, packageId],
      )
      await owner().query(
        `insert into item_history (account_id, id, item_id, action, warehouse_id, from_status, to_status, from_stock_id,
           server_at)
         values ($1, $2, $3, 'close_package', $4, $5, 'item_in_transit', $6, now() - interval '1 day')`,
        [
          account.id,
          newId(),
          id,
          stock ? account.warehouseId : null,
          leftStatus,
          stock ? account.stocks.refurbishment_completed : null,
        ],
      )
    }
    return { items, packageId, number: `04${serial}` }
  }
  const importOne = (number: string, status: string, minutesAgo: number) =>
    manager().request('/api/delivery-events/import', {
      method: 'POST',
      json: { csv: `trackingNumber;at;status\n${number};${at(minutesAgo)};${status}`, apply: true },
    })

  it('whose label was refused is told why, and ordered again, where it is packed (F22)', async () => {
    const { packageId, items, number } = await packed(2, 'item_completed', true)
    const { id: accountId } = world.account()
    await owner().query(`update buyback set delivery_status = 'DELIVERY_DELIVERED' where id = $1`, [
      items[0]!.buybackId,
    ])
    await owner().query(
      `insert into parcel (account_id, id, package_id, carrier_id, state, failure)
       select $1, $2, $3, c.id, 'failed', 'adresse inconnue' from carrier c where c.account_id = $1 limit 1`,
      [accountId, newId(), packageId],
    )
    const people = ['warehouse_manager', 'warehouse_operator', 'store_seller', 'admin@other.example'] as const
    const [boss, packer, seller, stranger] = await Promise.all(people.map((who) => api().signIn(who)))
    const path = `/api/transports/packages/${packageId}`
    const label = async (who: TestSession) => {
      const answer = await who.request(`${path}/label`)
      return answer.status === 200 ? answer.json() : answer.status
    }
    const order = (who: TestSession, by: string) =>
      who.request(`${path}/order-label`, { method: 'POST', json: { by } }).then(({ status }) => status)
    // Both products of one package have travelled alike (F24).
    const listed = await (await api().signIn('admin')).request(`/api/transports?search=${number}`)
    const ways = (await listed.json()) as { 'hydra:member': readonly { deliveryStatus: string }[] }
    expect(ways['hydra:member'].map(({ deliveryStatus }) => deliveryStatus)).toEqual(['ORDER_FAILED', 'ORDER_FAILED'])
    const failed = { state: 'failed', carrierName: 'Colis Express', failure: 'adresse inconnue' }
    expect([await label(packer!), await label(boss!)]).toEqual([failed, failed])
    expect([await label(seller!), await order(packer!, 'carrier')]).toEqual([404, 403])
    expect([await order(stranger!, 'program'), await order(boss!, 'program')]).toEqual([404, 200])
    expect(await label(packer!)).toEqual({ state: 'program', carrierName: null, failure: null })
    expect(await order(boss!, 'program')).toBe(409)
    const { rows } = await owner().query('select label_state from package where id = $1', [packageId])
    expect(rows).toEqual([{ label_state: 'ready' }])
  })

  it('is read where it was packed, product by product, until each has come (F22)', async () => {
    const { items } = await packed(2, 'item_completed', true)
    const { otherWarehouseId } = world.account()
    const place = `update item set status = $2, warehouse_id = null, stock_id = null, destination_warehouse_id = $3
      where id = any ($1)`
    const ids = items.map(({ id }) => id)
    await owner().query(place, [ids, 'item_in_transit', otherWarehouseId])
    const [boss, stranger] = await Promise.all([api().signIn('warehouse_manager'), api().signIn('admin@other.example')])
    const read = async (who: TestSession, at: number) => {
      const path = `/api/buybacks/${items[at]!.buybackId}`
      return [(await who.request(path)).status, (await who.request(`${path}/delivery`)).status]
    }
    expect([await read(boss, 0), await read(stranger, 0)]).toEqual([
      [200, 200],
      [404, 404],
    ])
    // Who has sent it changes nothing: its parcel is a matter of the place that it goes to.
    const sent = items[0]!.buybackId
    const written = [
      await boss!.request(`/api/buybacks/${sent}/delivery-events`, {
        method: 'POST',
        json: { id: newId(), status: 'DELIVERY_DELIVERED', at: at(5) },
      }),
      await boss!.request(`/api/buybacks/${sent}/order-label`, { method: 'POST', json: { by: 'program' } }),
    ]
    expect(written.map(({ status }) => status)).toEqual([404, 404])
    await owner().query(place, [[ids[0]], 'item_awaiting_inventory', otherWarehouseId])
    expect([await read(boss, 0), await read(boss, 1)]).toEqual([
      [404, 404],
      [200, 200],
    ])
    // A later journey to the same place, in a package of another origin.
    await owner().query(place, [[ids[0]], 'item_in_transit', otherWarehouseId])
    await owner().query(`update item set facts = facts || jsonb_build_object('packageId', $2::text) where id = $1`, [
      ids[0],
      newId(),
    ])
    expect(await read(boss, 0)).toEqual([404, 404])
  })

  it('that comes back puts every product back where it stood, and its carrier takes them away again', async () => {
    const { items, number } = await packed(3, 'item_completed', true)
    expect((await importOne(number, 'DELIVERY_RETURNED', 20)).status).toBe(200)
    const { stocks, warehouseId } = world.account()
    const { rows } = await owner().query('select status, stock_id, warehouse_id from item where id = any ($1)', [
      items.map(({ id }) => id),
    ])
    const back = { status: 'item_completed', stock_id: stocks.refurbishment_completed, warehouse_id: warehouseId }
    expect(rows).toEqual([back, back, back])
    await importOne(number, 'DELIVERY_PICKED_UP', 10)
    expect(await statusOf(items[0]!.buybackId)).toMatchObject({
      item: 'item_in_transit',
      delivery: 'DELIVERY_PICKED_UP',
    })
  })

  it('that was picked up moves nothing that has left it', async () => {
    const { items, number } = await packed(2, 'item_awaiting_inventory', false)
    const [first, second] = items
    await owner().query(
      `update item set facts = jsonb_build_object('packageId', $2::text), status = 'item_awaiting_inventory' where id = $1`,
      [first!.id, newId()],
    )
    await importOne(number, 'DELIVERY_RETURNED', 20)
    expect(await statusOf(first!.buybackId)).toMatchObject({ item: 'item_awaiting_inventory', delivery: null })
    expect(await statusOf(second!.buybackId)).toMatchObject({
      item: 'item_awaiting_inventory',
      buyback: 'bb_awaiting_inventory',
      delivery: 'DELIVERY_RETURNED',
    })
  })
})
