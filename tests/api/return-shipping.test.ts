// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { ItemHistoryAnswer } from '#sync/calls/item.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { TestSession } from '#tests/support/api.ts'
import type { TestItem } from '#tests/support/factories.ts'
import { prepareQuarantineFloor } from '#tests/support/quarantine-floor.ts'
import type { Queue } from '#tests/support/sync-world.ts'

const { api, account, owner, quarantined, queueOf, stored } = prepareQuarantineFloor()

/** A user who is signed in on a device, and what that device sends. */
interface Device {
  readonly session: TestSession
  readonly queue: Queue
}

async function deviceOf(user: string, module: 'rps' | 'root' = 'rps'): Promise<Device> {
  const queue = queueOf(`${user}@retailer.example`, module)
  return { queue, session: await api().signIn(user, { module, deviceId: queue.identity.deviceId }) }
}

/** Sends an operation on an item as a device does, and answers what became of it. */
async function push({ session, queue }: Device, type: string, item: TestItem, args: object = {}): Promise<string> {
  const op: Operation = queue.operation(type, { itemId: item.id, ...args }, { lanes: [`item:${item.id}`] })
  const headers = { authorization: `Bearer ${session.user.grant!.token}` }
  const answer = await api().request('/api/sync/push', { method: 'POST', json: queue.body([op]), headers })
  expect(answer.status).toBe(200)
  const { outcomes } = (await answer.json()) as { outcomes: readonly Outcome[] }
  return outcomes[0]?.code ?? outcomes[0]?.status ?? ''
}

const label = ({ session }: Device, item: TestItem) =>
  session.request(`/api/warehouse/items/${item.id}/return-label`, { method: 'POST' })

async function historyOf({ session }: Device, item: TestItem): Promise<readonly ItemHistoryAnswer[]> {
  const answer = await session.request(`/api/warehouse/items/${item.id}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { lines: ItemHistoryAnswer[] }).lines
}

describe('a product that goes back to its customer', () => {
  it('is released with its label, handed to the carrier, and its history tells the way', async () => {
    const [operator, manager] = [await deviceOf('warehouse_operator'), await deviceOf('warehouse_manager')]
    const item = await quarantined()
    expect((await label(manager, item)).status).toBe(200)
    expect(await push(manager, 'releaseFromQuarantine', item, { release: 'returned' })).toBe('applied')
    expect(await stored(item)).toMatchObject({ status: 'item_to_return', native: 'customer_return' })

    expect(await push(operator, 'handOverItem', item)).toBe('applied')
    expect(await stored(item)).toMatchObject({ status: 'item_returned', buyback: 'bb_not_completed', native: null })
    const lines = await historyOf(operator, item)
    expect(lines.slice(0, 2)).toMatchObject([
      {
        action: 'ship_return',
        actorName: 'Camille warehouse_operator',
        fromStatus: 'item_to_return',
        toStatus: 'item_returned',
        fromStockId: account().stocks.customer_return,
        toStockId: null,
      },
      {
        actorName: 'Camille warehouse_manager',
        fromStatus: 'item_in_quarantine',
        toStatus: 'item_to_return',
        toStockId: account().stocks.customer_return,
      },
    ])
    const { rows } = await owner().query('select package_id from transport where item_id = $1', [item.id])
    expect(rows).toEqual([{ package_id: null }])
    const admin = await api().signIn('admin')
    const transports = await admin.request(`/api/transports?search=${item.buybackCode}`)
    expect(await transports.json()).toMatchObject({
      'hydra:totalItems': 1,
      'hydra:member': [{ buybackNumber: item.buybackCode }],
    })

    // A second scan says that it is gone, and a product that comes back is set aside for its customer again, for another
    // parcel with a label of its own.
    expect(await push(operator, 'handOverItem', item)).toBe('BB_ALREADY_PROCESSED')
    const back = { code: item.code, warehouseId: account().warehouseId }
    expect(await push(operator, 'checkInItem', item, back)).toBe('applied')
    expect(await stored(item)).toMatchObject({ status: 'item_to_return', native: 'customer_return' })
    expect(await push(operator, 'handOverItem', item)).toBe('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
    expect((await label(operator, item)).status).toBe(200)
    expect(await push(operator, 'handOverItem', item)).toBe('applied')
  })

  it('stays while its label is missing, and no store sends it', async () => {
    const operator = await deviceOf('warehouse_operator')
    const item = await quarantined()
    // Cancelled in the office while it stood in the warehouse: nobody has made its label yet.
    await owner().query(`update item set status = 'item_to_return', stock_id = $2 where id = $1`, [
      item.id,
      account().stocks.customer_return,
    ])
    expect(await push(operator, 'handOverItem', item)).toBe('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
    expect(await stored(item)).toMatchObject({ status: 'item_to_return', native: 'customer_return' })
    expect((await label(operator, item)).status).toBe(200)
    const seller = await deviceOf('store_seller', 'root')
    expect(await push(seller, 'handOverItem', item)).toBe('SYNC_OUT_OF_SCOPE')
    expect(await push(operator, 'handOverItem', item)).toBe('applied')
    expect((await historyOf(operator, item))[0]).toMatchObject({ action: 'ship_return', toStatus: 'item_returned' })
  })
})
