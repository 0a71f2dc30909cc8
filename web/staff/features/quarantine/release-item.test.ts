import { describe, expect, it } from 'vitest'
import { createServer, manager, operator, signIn } from '#tests/support/device-fixture.ts'
import { prepareDevices } from '#tests/support/engine-floor.ts'
import { otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { releaseFromQuarantine } from '#sync/operations/quarantine/release-from-quarantine.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { endOf, releaseItem } from './release-item.ts'

const { boot } = prepareDevices()
const itemId = uuid(4, 1)
const quarantined = {
  status: 'item_in_quarantine',
  buybackStatus: 'bb_in_processing',
  warehouseId: otherWarehouseId,
} as const
const admin: Author = { ...operator(1), module: 'root', userType: 'admin', warehouseIds: 'all', storeIds: 'all' }

/** An administrator's device, whose copy has the quarantined item in this form. */
async function deviceWith(level: ItemRow['level']) {
  const { server, device } = boot(1, createServer(1, { ...quarantined, level }))
  const engine = await device.openTab()
  await signIn(engine, server, admin)
  device.offline = true
  let syncs = 0
  const counted = { ...engine, sync: () => Promise.resolve(void syncs++) } as unknown as typeof engine
  return { engine: counted, syncs: () => syncs }
}

const labelled = (() => Promise.resolve({ number: '1' })) as unknown as Http
const failing = (error: Error) => (() => Promise.reject(error)) as unknown as Http
const refusal = (code: string, status: number) => new CallError('refused', { code, status })

describe('a release', () => {
  it('is kept while the network is gone, and done only once the server has applied it', async () => {
    const { server, device } = boot(2, createServer(1, { ...quarantined, warehouseId, level: 'full' }))
    const engine = await device.openTab()
    await signIn(engine, server, manager(3))
    device.offline = true
    const end = await releaseItem(engine, labelled, itemId, 'kept')
    expect(end).toMatchObject({ kind: 'waiting', release: 'kept', isHeld: false })
    if (end.kind !== 'waiting') return
    expect(await endOf(engine, itemId, end)).toEqual(end)
    device.offline = false
    await engine.sync()
    expect(await endOf(engine, itemId, end)).toEqual({ kind: 'done', release: 'kept', label: null })
  })

  it('is done at once where the server applies it', async () => {
    const { server, device } = boot(3, createServer(1, { ...quarantined, warehouseId, level: 'full' }))
    const engine = await device.openTab()
    await signIn(engine, server, manager(3))
    expect(await releaseItem(engine, labelled, itemId, 'kept')).toEqual({ kind: 'done', release: 'kept', label: null })
  })

  it('that the server holds waits, and says so', async () => {
    const { engine } = await deviceWith('full')
    const end = await releaseItem(engine, labelled, itemId, 'kept')
    if (end.kind !== 'waiting') throw new Error('not sent yet')
    const held = { operationsOf: async () => [{ opId: end.opId, state: 'held' }] } as unknown as typeof engine
    expect(await endOf(held, itemId, end)).toMatchObject({ kind: 'waiting', isHeld: true })
  })
})

describe('a return from quarantine', () => {
  it('of another warehouse’s product, known by its codes alone, is left to the server at once', async () => {
    const { engine, syncs } = await deviceWith('slim')
    expect(await releaseItem(engine, labelled, itemId, 'returned')).toMatchObject({ kind: 'waiting', label: '1' })
    expect(syncs()).toBe(1)
    const [sent] = await engine.operationsOf(itemId)
    expect(sent).toMatchObject({ op: { type: releaseFromQuarantine.type }, state: 'pending' })
  })

  it('of a product that the copy knows whole waits for its label', async () => {
    const { engine, syncs } = await deviceWith('full')
    const end = await releaseItem(engine, labelled, itemId, 'returned')
    expect(end).toEqual({ kind: 'refused', code: 'QUARANTINE_LABEL_MISSING' })
    expect(syncs()).toBe(5)
  })

  it.each([
    ['no whole address', refusal('RETURN_LABEL_NO_ADDRESS', 422)],
    ['a server that fails', refusal('SERVER_ERROR', 500)],
    ['no network', new CallError('offline', { code: 'SERVER_UNREACHABLE', status: 0 })],
    ['the page of a public network', new CallError('foreign', { code: 'SERVER_UNREACHABLE', status: 200 })],
  ])('is blocked by %s', async (_name, error) => {
    const { engine } = await deviceWith('full')
    const end = await releaseItem(engine, failing(error), itemId, 'returned')
    expect(end).toEqual({ kind: 'blocked', code: error.code })
  })

  it.each([
    ['was answered by its customer in the meantime', refusal('ITEM_STATUS_NOT_ELIGIBLE', 409)],
    ['is out of reach', refusal('REQUEST_NOT_FOUND', 404)],
    ['is not for this user', refusal('ACCESS_FORBIDDEN', 403)],
  ])('is refused where the product %s', async (_name, error) => {
    const { engine } = await deviceWith('full')
    const end = await releaseItem(engine, failing(error), itemId, 'returned')
    expect(end).toEqual({ kind: 'refused', code: error.code })
  })
})
