import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { newId } from '#api/db/new-id.ts'
import type { TestSession } from './api.ts'
import { createQueue, type SyncWorld } from './sync-world.ts'
import type { Tour } from './tour.ts'

const post = (json: unknown = {}) => ({ json })

/** What a device of a workshop sends and asks for: its work, its copy, its numbers and its photos. */
export async function callDevices(tour: Tour, admin: TestSession): Promise<void> {
  const deviceId = newId()
  const operator = await tour.api.signIn('warehouse_operator@demo.example', { as: 'api', deviceId })
  const grant = { ...operator, headers: { authorization: `Bearer ${operator.user.grant!.token}` } }
  const warehouseA = operator.user.currentOrganization!.id
  const world = { accountId: tour.accountId, warehouseA } as SyncWorld
  const queue = createQueue(world, { userId: operator.user.id, deviceId })
  const op = queue.operation('aTypeOfTomorrow', {}, { lanes: ['code:00000000'] })
  await tour.call('post /api/sync/push', grant, post(queue.body([op])))
  const base = { protocol: 1, deviceId, uncovered: [] }
  const { cursor } = await tour.call<{ cursor: string }>('post /api/sync/snapshot', operator, post(base))
  await tour.call('post /api/sync/pull', operator, post({ ...base, cursor }))
  await tour.call('post /api/sync/audit', operator, post({ protocol: 1 }))
  await tour.call('post /api/sync/number-blocks', operator, post({ deviceId }))
  await tour.call('get /api/sync/held', admin)
  await tour.call('post /api/sync/held/{opId}/run', admin, { params: { opId: op.opId }, json: {} })
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6e4f' } })
    .jpeg()
    .toBuffer()
  const itemId = await tour.value(
    `select id from item where account_id = $1 and destination_warehouse_id = $2 and status = 'item_in_transit' limit 1`,
    tour.accountId,
    warehouseA,
  )
  const params = { photoId: newId() }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const taken = {
    itemId,
    questionId: null,
    sizeBytes: bytes.byteLength,
    type: 'image/jpeg',
    takenAt: '2026-11-21T08:00:00.000Z',
  }
  await tour.call('post /api/evidence/{photoId}', grant, { params, json: { ...taken, sha256 } })
  await tour.call('patch /api/evidence/{photoId}', grant, {
    params,
    query: 'offset=0',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  await tour.call('get /api/evidence/{photoId}', operator, { params })
  const headers = { 'if-none-match': `"${sha256}"` }
  await tour.call('get /api/evidence/{photoId}', operator, { params, headers })
}
