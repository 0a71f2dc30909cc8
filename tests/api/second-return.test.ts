// @module-tag slow
import { describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { insertReturnLabel } from '#api/features/quarantine/quarantined-item-queries.ts'
import type { DeliveryAnswer } from '#sync/calls/delivery.ts'
import type { TransportAnswer } from '#sync/calls/dispatch.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { TestItem } from '#tests/support/factories.ts'
import { prepareQuarantineFloor } from '#tests/support/quarantine-floor.ts'

const { api, owner, account, manager, queue, send, pass, quarantined, release, stored } = prepareQuarantineFloor()
const minute = 60_000

describe('a product that comes back from its return', () => {
  it('does not leave with the label that it left with before', async () => {
    const { item } = await cameBack()
    expect(await stored(item)).toMatchObject({ status: 'item_to_return', facts: { hasReturnLabel: false } })
    expect(await handOver(item)).toBe('TRANSPORT_LABEL_CANT_BE_DOWNLOADED')
    expect((await manager().request(`/api/documents/return-label/${item.id}.pdf`)).status).toBe(404)
  })

  it('has a label of its own for its second return, one however often it is asked for', async () => {
    const { item, first } = await cameBack()
    const asked = await Promise.all([label(item), label(item), label(item)])
    const [second] = asked
    expect(new Set(asked).size).toBe(1)
    expect(second).not.toBe(first)
    const paper = await (await manager().request(`/api/documents/return-label/${item.id}.zpl`)).text()
    expect(paper).toContain(second)
    expect(paper).not.toContain(first)
    expect(await handOver(item)).toBe('applied')
  })

  it('keeps both numbers, each with what its carrier said of it', async () => {
    const { item, first } = await cameBack()
    const second = await label(item)
    await handOver(item)
    await tell(first, 'DELIVERY_RETURNED', 40)
    expect(await deliveryStatusOf(item)).toBeNull()
    await tell(second, 'DELIVERY_DELIVERED', 5)
    expect(await deliveryStatusOf(item)).toBe('DELIVERY_DELIVERED')
    expect((await deliveryOf(item)).parcels).toMatchObject([
      { kind: 'return', isCurrent: true, trackingNumber: second, events: [{ status: 'DELIVERY_DELIVERED' }] },
      { kind: 'return', isCurrent: false, trackingNumber: first, events: [{ status: 'DELIVERY_RETURNED' }] },
    ])
  })

  it('has in the list of transports the carrier’s page of each return beside that of its way here', async () => {
    const { item } = await cameBack()
    await label(item)
    await handOver(item)
    const { id: accountId } = account()
    const { rows: labels } = await owner().query<{ id: string }>(
      'select id from return_label where item_id = $1 order by created_at',
      [item.id],
    )
    await owner().query(
      `insert into transport (account_id, id, buyback_id, item_id, created_at) values ($1, $2, $3, $4, '2026-01-01')`,
      [accountId, newId(), item.buybackId, item.id],
    )
    const carrierId = newId()
    await owner().query(
      `insert into carrier (account_id, id, name, url, api_key, event_secret)
       values ($1, $2, 'Carrier', 'https://carrier.example', 'key', 'secret')`,
      [accountId, carrierId],
    )
    await owner().query(`delete from parcel where buyback_id = $1 or item_id = $2`, [item.buybackId, item.id])
    const subjects = [[item.buybackId, null, null] as const, ...labels.map(({ id }) => [null, item.id, id] as const)]
    for (const [index, subject] of subjects.entries())
      await owner().query(
        `insert into parcel (account_id, id, carrier_id, buyback_id, item_id, return_label_id, state, tracking_url)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          accountId,
          newId(),
          carrierId,
          ...subject,
          index === 1 ? 'failed' : 'ready',
          `https://carrier.example/${index}`,
        ],
      )
    expect(await transportsOf(item, '')).toEqual([
      ['https://carrier.example/2', 'ready'],
      ['https://carrier.example/1', 'failed'],
      ['https://carrier.example/0', 'ready'],
    ])
    await owner().query(`delete from parcel where item_id = $1`, [item.id])
    expect(await transportsOf(item, 'exists[orderLink]=true')).toEqual([['https://carrier.example/0', 'ready']])
    expect(await transportsOf(item, 'exists[orderLink]=false')).toEqual([
      [null, 'program'],
      [null, 'program'],
    ])
  })

  it('shows in quarantine the label that has not left, and no other', async () => {
    const waiting = await quarantined()
    const number = await label(waiting)
    expect(await quarantineRowOf(waiting)).toMatchObject({ returnLabel: number })
    // What is paid while the product is away stays with the customer, so that it waits in quarantine.
    const { item } = await cameBack(({ id }) => owner().query('update item set keeps_money = true where id = $1', [id]))
    expect(await quarantineRowOf(item)).toMatchObject({ returnLabel: null })
  })

  it('has one unused label at most, by the table’s own rule', async () => {
    const item = await quarantined()
    await label(item)
    const { id: accountId, userId } = account()
    const scope = { accountId, itemId: item.id }
    const again = { id: newId(), userId, number: `904${'1'.repeat(15)}`, createdAt: new Date() }
    await expect(inAccount(api().db, accountId, (tx) => insertReturnLabel(tx, scope, again))).rejects.toMatchObject({
      constraint: 'return_label_unused',
    })
  })

  it('has labels that the application can only add to', async () => {
    const change = inAccount(api().db, account().id, (tx) =>
      tx
        .updateTable('return_label')
        .set({ number: '0'.repeat(18) })
        .execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
  })
})

/** A product that has left with its first label and is back in the warehouse. */
async function cameBack(
  whileAway?: (item: TestItem) => Promise<unknown>,
): Promise<{ readonly item: TestItem; readonly first: string }> {
  const item = await quarantined()
  const first = await label(item)
  const outcomes = [await release(item, 'returned'), await handOver(item)]
  await whileAway?.(item)
  pass(minute)
  outcomes.push(await checkIn(item))
  expect(outcomes).toEqual(['applied', 'applied', 'applied'])
  return { item, first }
}

async function label(item: TestItem): Promise<string> {
  const answer = await manager().request(`/api/warehouse/items/${item.id}/return-label`, { method: 'POST' })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { number: string }).number
}

function handOver(item: TestItem): Promise<string> {
  return send(queue(), 'handOverItem', item, {})
}

function checkIn(item: TestItem): Promise<string> {
  return send(queue(), 'checkInItem', item, { code: item.code, warehouseId: account().warehouseId })
}

/** Order link and label state of the item's transports, the latest first. */
async function transportsOf(item: TestItem, query: string): Promise<readonly (readonly [string | null, string])[]> {
  const { rows } = await owner().query<{ code: string }>(
    'select identification_number as code from buyback where id = $1',
    [item.buybackId],
  )
  const admin = await api().signIn('admin')
  const answer = await admin.request(`/api/transports?search=${rows[0]!.code}&${query}`)
  const list = (await answer.json()) as { 'hydra:member': TransportAnswer[] }
  return list['hydra:member'].map(({ orderLink, labelState }) => [orderLink, labelState])
}

async function headquarters() {
  return api().signIn('root_management_unit_manager')
}

async function deliveryOf(item: TestItem): Promise<DeliveryAnswer> {
  const answer = await (await headquarters()).request(`/api/buybacks/${item.buybackId}/delivery`)
  return (await answer.json()) as DeliveryAnswer
}

async function tell(number: string, status: string, minutesAgo: number): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * minute).toISOString()
  const json = { csv: `trackingNumber;at;status\n${number};${at};${status}`, apply: true }
  const answer = await (await headquarters()).request('/api/delivery-events/import', { method: 'POST', json })
  expect(await answer.json()).toMatchObject({ lines: [{ outcome: 'new' }] })
}

async function deliveryStatusOf(item: TestItem): Promise<string | null> {
  const { rows } = await owner().query<{ status: string | null }>(
    'select delivery_status as status from buyback where id = $1',
    [item.buybackId],
  )
  return rows[0]!.status
}

async function quarantineRowOf(item: TestItem): Promise<QuarantinedItemAnswer | undefined> {
  const answer = await manager().request('/api/quarantine?itemsPerPage=100')
  const list = (await answer.json()) as { 'hydra:member': QuarantinedItemAnswer[] }
  return list['hydra:member'].find(({ id }) => id === item.id)
}
