import { createHash } from 'node:crypto'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { openUploadLimits } from '#domain/item/evidence-photo.ts'
import { besidePixels, telltaleOf } from '#tests/support/picture-files.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestItem } from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let here: TestItem
let elsewhere: TestItem
let operator: Device
let picture: Buffer

interface Device {
  readonly session: TestSession
  readonly token: string
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly offset?: number
    readonly complete?: boolean
    readonly code?: string
    readonly details?: { readonly offset?: number }
  }
}

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const { retailer } = api.accounts
  const account = await furnishRetailer(owner, retailer)
  const items = await createItems(owner, account, 1)
  here = items[0]!
  elsewhere = (await createItems(owner, account, 1, { destination_warehouse_id: retailer.otherWarehouseId }))[0]!
  operator = await deviceOf('warehouse_operator')
  picture = await noise(400, 300).jpeg({ quality: 90 }).toBuffer()
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function deviceOf(who: string, deviceId = newId()): Promise<Device> {
  const session = await api.signIn(who, { deviceId })
  return { session, token: session.user.grant!.token }
}

// Noise does not compress, so that parts are real parts.
function noise(width: number, height: number) {
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 2_654_435_761) >>> 24
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

async function send(device: Device, method: string, path: string, init: RequestInit): Promise<Answer> {
  const response = await api.request(`/api/evidence/${path}`, {
    ...init,
    method,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${device.token}` },
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function announce(device: Device, photoId: string, bytes: Uint8Array, change: Record<string, unknown> = {}) {
  const body = {
    itemId: here.id,
    questionId: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.byteLength,
    type: 'image/jpeg',
    takenAt: '2026-11-21T08:00:00.000Z',
    ...change,
  }
  return send(device, 'POST', photoId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function append(device: Device, photoId: string, offset: number, bytes: Uint8Array) {
  return send(device, 'PATCH', `${photoId}?offset=${offset}`, {
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
}

async function upload(bytes: Uint8Array, change: Record<string, unknown> = {}): Promise<Answer & { id: string }> {
  const id = newId()
  expect((await announce(operator, id, bytes, change)).status).toBe(200)
  return { ...(await append(operator, id, 0, bytes)), id }
}

const view = (session: TestSession, photoId: string) => session.request(`/api/evidence/${photoId}`)

describe('uploads that are open', () => {
  const device = () => deviceOf('warehouse_operator')
  const open = (of: Device, id = newId()) => announce(of, id, picture, { sizeBytes: 5 * 1024 * 1024 })

  it('are so many of a device and no more, however many are announced at once', async () => {
    const [one, other] = [await device(), await device()]
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(one)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(openUploadLimits.ofDevice)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'PHOTO_TOO_MANY_OPEN']))
    expect((await open(other)).status).toBe(200)
    await owner.query(`delete from evidence_photo where uploaded_at is null`)
  })

  it('are taken up again however many there are, and make room once they end or stand still for a day', async () => {
    const one = await device()
    const ids = Array.from({ length: openUploadLimits.ofDevice }, () => newId())
    for (const id of ids) expect((await announce(one, id, picture)).status).toBe(200)
    expect((await open(one)).status).toBe(429)
    expect((await announce(one, ids[3]!, picture)).status).toBe(200)
    expect((await append(one, ids[3]!, 0, picture)).body).toMatchObject({ complete: true })
    expect((await open(one)).status).toBe(200)
    expect((await open(one)).status).toBe(429)
    await owner.query(`update evidence_photo set created_at = now() - interval '25 hours' where id = $1`, [ids[5]])
    expect((await open(one)).status).toBe(200)
    await owner.query(`delete from evidence_photo where uploaded_at is null`)
  })

  it('are so many of an account and no more', async () => {
    await owner.query(
      `insert into evidence_photo (account_id, id, item_id, user_id, device_id, sha256, size_bytes, media_type, taken_at)
       select account_id, gen_random_uuid(), id, $2, gen_random_uuid(), sha256('x'), 1, 'image/png', now()
       from item, generate_series(1, $3) where id = $1`,
      [here.id, operator.session.user.id, openUploadLimits.ofAccount],
    )
    expect(await open(await device())).toMatchObject({ status: 429, body: { code: 'PHOTO_TOO_MANY_OPEN' } })
    await owner.query(`delete from evidence_photo where uploaded_at is null`)
  })
})

describe('a photo', () => {
  it('comes in parts, goes on where it broke off, and is the same bytes afterwards', async () => {
    const id = newId()
    const half = Math.floor(picture.byteLength / 2)
    expect(await announce(operator, id, picture)).toMatchObject({ status: 200, body: { offset: 0, complete: false } })
    expect((await append(operator, id, 0, picture.subarray(0, half))).body).toEqual({ offset: half, complete: false })
    expect((await view(operator.session, id)).status).toBe(404)
    // The answer was lost: the same part again is refused with the place to go on from.
    expect(await append(operator, id, 0, picture.subarray(0, half))).toMatchObject({
      status: 409,
      body: { code: 'PHOTO_OFFSET_DIFFERS', details: { offset: half } },
    })
    expect((await announce(operator, id, picture)).body).toEqual({ offset: half, complete: false })
    const end = { offset: picture.byteLength, complete: true }
    expect((await append(operator, id, half, picture.subarray(half))).body).toEqual(end)
    expect((await announce(operator, id, picture)).body).toEqual(end)
    expect((await append(operator, id, 0, picture)).body).toEqual(end)
    const response = await view(operator.session, id)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline';/),
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true)
    const again = await operator.session.request(`/api/evidence/${id}`, {
      headers: { 'if-none-match': response.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
    // A browser takes the headers of this answer over into the one that it has kept.
    expect(again.headers.get('content-security-policy')).toBe(response.headers.get('content-security-policy'))
  })

  it('is kept without place, camera and what follows its end, upright, and never refused for them', async () => {
    const sent = await telltaleOf('jpeg', { orientation: 6 })
    const { id, ...answer } = await upload(sent)
    const end = { offset: sent.byteLength, complete: true }
    expect(answer).toMatchObject({ status: 200, body: end })
    expect((await announce(operator, id, sent)).body).toEqual(end)
    const shown = Buffer.from(await (await view(operator.session, id)).arrayBuffer())
    const { rows } = await owner.query('select bytes from evidence_chunk where photo_id = $1', [id])
    expect(rows).toEqual([{ bytes: shown }])
    for (const words of besidePixels) expect(shown.toString('latin1')).not.toContain(words)
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'jpeg', width: 12, height: 24 })
  })

  it('that an earlier version has kept as it came is shown without what lies beside its pixels', async () => {
    const { id } = await upload(picture)
    const sent = Buffer.from(await telltaleOf('jpeg'))
    await owner.query('update evidence_chunk set bytes = $2 where photo_id = $1', [id, sent])
    const shown = Buffer.from(await (await view(operator.session, id)).arrayBuffer())
    for (const words of besidePixels) expect(shown.toString('latin1')).not.toContain(words)
  })

  it('is looked at when its last bytes came and the server ended before it had', async () => {
    const id = newId()
    await announce(operator, id, picture)
    await owner.query(`insert into evidence_chunk values ($1, $2, 0, $3)`, [api.accounts.retailer.id, id, picture])
    await owner.query(`update evidence_photo set received_bytes = size_bytes where id = $1`, [id])
    expect((await announce(operator, id, picture)).body).toMatchObject({ complete: true })
    expect((await view(operator.session, id)).status).toBe(200)
  })

  it('is kept for every request that ends it, also for one that reads the bytes that another has kept', async () => {
    const [id, sent] = [newId(), await telltaleOf('jpeg')]
    await announce(operator, id, sent)
    await owner.query(`insert into evidence_chunk values ($1, $2, 0, $3)`, [api.accounts.retailer.id, id, sent])
    await owner.query(`update evidence_photo set received_bytes = size_bytes where id = $1`, [id])
    await owner.query('begin')
    await owner.query('lock table evidence_chunk in access exclusive mode')
    const late = announce(operator, id, sent)
    const waits = () => owner.query(`select from pg_locks where relation = 'evidence_chunk'::regclass and not granted`)
    await expect.poll(async () => (await waits()).rowCount, { timeout: 10_000 }).toBe(1)
    await owner.query('update evidence_chunk set bytes = $2 where photo_id = $1', [id, picture])
    await owner.query('update evidence_photo set uploaded_at = now(), width = 4, height = 3 where id = $1', [id])
    await owner.query('commit')
    expect(await late).toEqual({ status: 200, body: { offset: sent.byteLength, complete: true } })
  })

  it(
    'is refused and forgotten when it is no image, another kind, cut off, too many pixels or other bytes',
    { tags: ['slow'] },
    async () => {
      const png = await noise(20, 20).png().toBuffer()
      const cut = picture.subarray(0, picture.byteLength - 2_000)
      const huge = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#123456' } })
        .png({ compressionLevel: 9 })
        .toBuffer()
      const text = Buffer.from('<script>alert(1)</script>')
      const refusals = await Promise.all([
        upload(text),
        upload(png),
        upload(cut),
        upload(huge, { type: 'image/png' }),
        upload(picture, { sha256: '0'.repeat(64) }),
      ])
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
        [422, 'PHOTO_NOT_AN_IMAGE'],
        [422, 'PHOTO_NOT_AN_IMAGE'],
        [422, 'PHOTO_TRUNCATED'],
        [422, 'PHOTO_TOO_MANY_PIXELS'],
        [422, 'PHOTO_HASH_DIFFERS'],
      ])
      const { rows } = await owner.query(`select id from evidence_photo where id = any ($1)`, [
        refusals.map(({ id }) => id),
      ])
      expect(rows).toEqual([])
      expect((await upload(png, { type: 'image/png' })).body).toMatchObject({ complete: true })
    },
  )

  it('is not taken above 5 MB, nor more bytes than announced', async () => {
    expect((await announce(operator, newId(), picture, { sizeBytes: 5 * 1024 * 1024 + 1 })).status).toBe(422)
    const id = newId()
    await announce(operator, id, picture)
    const more = Buffer.concat([picture, Buffer.from('more')])
    expect(await append(operator, id, 0, more)).toMatchObject({ status: 413, body: { code: 'PHOTO_TOO_LARGE' } })
  })

  it('keeps its id from other content and other people', async () => {
    const id = newId()
    await announce(operator, id, picture)
    const other = await noise(10, 10).jpeg().toBuffer()
    expect(await announce(operator, id, other)).toMatchObject({ status: 409, body: { code: 'PHOTO_CHANGED' } })
    const second = await deviceOf('second_operator@retailer.example')
    expect((await announce(second, id, picture)).status).toBe(409)
    expect((await append(second, id, 0, picture)).status).toBe(404)
  })

  it('is gone on with by a colleague who signs in on its device', async () => {
    const [id, shared] = [newId(), newId()]
    const first = await deviceOf('warehouse_operator', shared)
    await announce(first, id, picture)
    await append(first, id, 0, picture.subarray(0, 10))
    const colleague = await deviceOf('second_operator@retailer.example', shared)
    expect((await announce(colleague, id, picture)).body).toEqual({ offset: 10, complete: false })
    expect((await append(colleague, id, 10, picture.subarray(10))).body).toMatchObject({ complete: true })
  })

  it('is of who took it on the device, although a colleague sends it, and of the sender where that is not so', async () => {
    const [shared, ids] = [newId(), [newId(), newId()]]
    const author = await deviceOf('warehouse_operator', shared)
    const takenBy = author.session.user.id
    const colleague = await deviceOf('second_operator@retailer.example', shared)
    expect((await announce(colleague, ids[0]!, picture, { takenBy })).status).toBe(200)
    const stranger = await deviceOf('second_operator@retailer.example')
    expect((await announce(stranger, ids[1]!, picture, { takenBy })).status).toBe(200)
    const { rows } = await owner.query<{ user_id: string }>(
      'select user_id from evidence_photo where id = any ($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    )
    expect(rows.map(({ user_id: userId }) => userId)).toEqual([takenBy, stranger.session.user.id])
    // The author goes on with it on whichever device, as after the device has got another identity.
    expect((await announce(await deviceOf('warehouse_operator'), ids[0]!, picture)).status).toBe(200)
  })

  it('is taken of items of the account alone, and only from who may test', async () => {
    expect((await announce(operator, newId(), picture, { itemId: newId() })).status).toBe(404)
    const seller = await deviceOf('store_seller')
    expect(await announce(seller, newId(), picture)).toMatchObject({
      status: 403,
      body: { code: 'ACCESS_PERMISSION_MISSING' },
    })
    const bare = await api.request(`/api/evidence/${newId()}`, { method: 'POST', json: {} })
    expect(bare.status).toBe(401)
  })

  it('is seen by the warehouse of its item and the heads of the account, and by nobody else', async () => {
    const { id } = await upload(picture)
    const { id: foreign } = await upload(picture, { itemId: elsewhere.id })
    const [manager, admin, seller, buyer] = await Promise.all(
      ['warehouse_manager', 'admin', 'store_seller', 'buyer_manager'].map((who) => api.signIn(who)),
    )
    expect((await view(manager!, id)).status).toBe(200)
    expect((await view(admin!, id)).status).toBe(200)
    expect((await view(seller!, id)).status).toBe(403)
    expect((await view(buyer!, id)).status).toBe(404)
    expect((await view(manager!, foreign)).status).toBe(404)
    expect((await view(admin!, foreign)).status).toBe(200)
    expect((await api.request(`/api/evidence/${id}`)).status).toBe(401)
  })
})
