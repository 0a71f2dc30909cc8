import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { startAppServer } from '#tests/support/app-server.ts'
import { openCheckIn, signInOn, startHandheld } from '#tests/support/handheld.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'

// Photos of 300 kB queued on a device and sent while the app is killed three times: none is lost, none comes twice.
// `npm run bench -- photos --photos 50` runs a smaller world.
const { values } = parseArgs({
  options: { photos: { type: 'string', default: '1000' }, items: { type: 'string', default: '600' } },
})
const wanted = Number(values.photos)
const photoBytes = 300_000

const stopPostgres = await startTestPostgres()
const server = await startAppServer(Number(values.items))
const device = await startHandheld({ baseURL: server.url })

try {
  await signInOn(device.page(), 'warehouse_operator')
  await openCheckIn(device.page())
  await device.offline(true)
  const { rows } = await server.owner.query<{ item: string; user: string }>(
    `select i.id as item, u.id as user from item i join user_account u on u.account_id = i.account_id
     where u.email = 'warehouse_operator@demo.example' and i.warehouse_id = $1 limit 1`,
    [server.warehouses[0]],
  )
  const queueing = performance.now()
  await queue(device.page(), rows[0]!)
  report('queued', `${wanted} photos in ${seconds(queueing)} s`)

  const sending = performance.now()
  let page: Page = device.page()
  await device.offline(false)
  for (const share of [0.25, 0.5, 0.75]) {
    await until(async () => (await arrived()) >= wanted * share)
    const before = await arrived()
    await device.kill()
    page = await device.start()
    await page.goto(`${server.url}/warehouse/check`)
    report('killed', `at ${before} of ${wanted}`)
  }
  await until(async () => (await arrived()) === wanted)
  report('sent', `${wanted} photos in ${seconds(sending)} s, three kills included`)

  const found = await server.owner.query<{ photos: number; contents: number; whole: number; waste: string }>(
    `select count(*)::int as photos, count(distinct sha256)::int as contents,
       count(*) filter (where uploaded_at is not null and received_bytes = size_bytes)::int as whole,
       (select coalesce(sum(octet_length(bytes)), 0) from evidence_chunk) - sum(size_bytes) as waste
     from evidence_photo`,
  )
  const { photos, contents, whole, waste } = found.rows[0]!
  await until(async () => (await left(page)) === 0)
  report('on the server', `${photos} photos, ${contents} contents, ${whole} whole, ${waste} bytes too many`)
  if (photos !== wanted || contents !== wanted || whole !== wanted || Number(waste) !== 0)
    throw new Error('a photo was lost or came twice')
  report('on the device', `${await left(page)} left`)
} finally {
  await device.close()
  await server.close()
  await stopPostgres()
}

function report(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(16)} ${text}\n`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

async function arrived(): Promise<number> {
  const { rows } = await server.owner.query<{ count: number }>(
    'select count(*)::int as count from evidence_photo where uploaded_at is not null',
  )
  return rows[0]!.count
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 600_000
  while (!(await isDone())) {
    if (performance.now() > limit) throw new Error('nothing moves any more')
    await wait(50)
  }
}

async function left(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('reprise-photos')
      request.onsuccess = () => resolve(request.result)
    })
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction('photos').objectStore('photos').count()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return count
  })
}

/** Puts photos into the device's store as the app does; each has a comment of its own inside, so that none equals another. */
async function queue(page: Page, subject: { readonly item: string; readonly user: string }): Promise<void> {
  const noise = Buffer.alloc(900 * 700 * 3)
  for (let at = 0; at < noise.length; at++) noise[at] = (at * 2_654_435_761) >>> 24
  const jpeg = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .jpeg({ quality: 30 })
    .toBuffer()
  await page.evaluate(
    async ({ base64, count, bytesOfEach, item, user }) => {
      const base = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('reprise-photos')
        request.onsuccess = () => resolve(request.result)
      })
      // Comments (FF FE, length) behind the first marker fill a photo up to its size.
      const photo = (number: number): Uint8Array<ArrayBuffer> => {
        const parts: Uint8Array[] = [base.slice(0, 2)]
        let missing = Math.max(64, bytesOfEach - base.byteLength)
        while (missing > 0) {
          const size = Math.min(60_000, Math.max(missing, 16))
          const comment = new Uint8Array(size)
          comment.set([0xff, 0xfe, (size - 2) >> 8, (size - 2) & 0xff])
          comment.set(new TextEncoder().encode(String(number)), 4)
          parts.push(comment)
          missing -= size
        }
        parts.push(base.slice(2))
        const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
        let at = 0
        for (const part of parts) {
          bytes.set(part, at)
          at += part.byteLength
        }
        return bytes
      }
      for (let number = 0; number < count; number++) {
        const bytes = photo(number)
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
        const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
        const id = crypto.randomUUID()
        const row = { id, state: 'waiting', userId: user, itemId: item, questionId: null, sha256, code: null }
        const shape = { sizeBytes: bytes.byteLength, type: 'image/jpeg', takenAtMs: Date.now() + number }
        await new Promise<void>((resolve, reject) => {
          const transaction = database.transaction(['photos', 'bytes'], 'readwrite')
          transaction.objectStore('photos').put({ ...row, ...shape })
          transaction.objectStore('bytes').put({ id, bytes: bytes.buffer })
          transaction.oncomplete = () => resolve()
          transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
        })
      }
      database.close()
    },
    { base64: jpeg.toString('base64'), count: wanted, bytesOfEach: photoBytes, ...subject },
  )
}
