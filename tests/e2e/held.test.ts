import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { newId } from '#api/db/new-id.ts'
import type { AppServer, LabelledItem } from '#tests/support/app-server.ts'
import { prepareBackgroundSync } from '#tests/support/background-sync.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { badgeOf, linesOf, signInOn, startAtCheckIn, startHandheld } from '#tests/support/handheld.ts'
import { readTexts } from '#tests/support/texts.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'

const texts = readTexts('fr-FR', 'sync')
const allSent = texts('connection.allSent')
let app: AppServer
prepareApp(600, (started) => (app = started))

/** A check-in of the warehouse's operator that the server holds for a person, or until another one is decided. */
async function hold(item: { readonly id: string; readonly code: string }, causeOp?: string): Promise<string> {
  const opId = newId()
  const args = { code: item.code, itemId: item.id, warehouseId: app.warehouses[0] }
  const deviceId = newId()
  const operator = `from user_account u where u.email = 'warehouse_operator@demo.example'`
  await app.owner.query(
    `insert into sync_device (account_id, device_id, user_id, module, acked_seq)
     select u.account_id, $1, u.id, 'rps', 1 ${operator}`,
    [deviceId],
  )
  const { rowCount } = await app.owner.query(
    `insert into sync_op (account_id, op_id, device_id, user_id, module, seq, type, v, args, lanes, depends_on, based_on,
       payload_hash, status, code, cause_op, captured_at, received_at)
     select u.account_id, $1::uuid, $2::uuid, u.id, 'rps', 1, 'checkInItem', 1, $3, array['item:' || $4::text], '{}', 0,
       sha256('held'), 'held', $5, $6::uuid, now(), now()
     ${operator}`,
    [
      opId,
      deviceId,
      JSON.stringify(args),
      item.id,
      causeOp === undefined ? 'SYNC_NEEDS_A_PERSON' : 'SYNC_WAITS_FOR',
      causeOp,
    ],
  )
  expect(rowCount).toBe(1)
  return opId
}

let held: readonly LabelledItem[]
let discarded: string
test.beforeAll(async () => {
  held = await app.itemsInTransit(app.warehouses[0], 2)
  await hold(held[0]!)
  discarded = await hold(held[1]!)
  await hold(held[1]!, newId())
})

test('what the server refuses is shown over the floor’s screen as it comes, and goes again with another code, once', async () => {
  const item = (await app.itemsInTransit(app.warehouses[0], 20)).at(-1)!
  const wrong = '29999993'
  const since = new Date()
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await page.evaluate(() => {
      const seen = Object.assign(window, { seen: [] as string[] }).seen
      new MutationObserver(() => {
        const face = document.querySelector<HTMLElement>('body > [data-tone="attention"]')
        if (face !== null && seen.length === 0)
          seen.push(getComputedStyle(face).backgroundColor, getComputedStyle(face).pointerEvents, face.innerText)
      }).observe(document.body, { childList: true })
    })
    await typeAsScanner(page, wrong)
    await expect(badgeOf(page)).toContainText('1 à traiter', { timeout: 15_000 })
    const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen)
    expect(seen.slice(0, 2)).toEqual(['rgb(111, 92, 0)', 'none'])
    expect(seen[2]).toContain('1 à traiter')
    expect(seen[2]).toContain(texts('attention.arrived'))
    await expect(page.locator('body > [data-tone="attention"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await badgeOf(page).click()
    await page.getByRole('button', { name: texts('sheet.openAttention') }).click()
    await page.getByRole('button', { name: new RegExp(`^${texts('attention.open')}`) }).click()

    const sheet = page.getByRole('dialog')
    const field = sheet.getByLabel(texts('attention.editCode'))
    const again = sheet.getByRole('button', { name: texts('attention.retryWithCode') })
    await expect(field).toHaveValue(wrong)
    await field.fill('12')
    await again.click()
    await expect(sheet.getByRole('alert')).toHaveText(texts('attention.codeInvalid'))
    await field.fill(item.code)
    await again.click()
    await expect(page.getByText(texts('attention.replaced'))).toBeVisible()
    await expect(page.getByText(texts('attention.empty.title'))).toBeVisible()
    // What the server holds is no business of an operator.
    await expect(page.getByText(texts('attention.heldList.run'))).toHaveCount(0)
    await expect(badgeOf(page)).not.toContainText('à traiter')
    await expect(badgeOf(page)).toContainText(allSent, { timeout: 15_000 })

    const checkIns = await app.owner.query(
      `select args ->> 'code' as code, status, resolution from sync_op
        where type = 'checkInItem' and args ->> 'code' in ($1, $2) order by seq`,
      [wrong, item.code],
    )
    expect(checkIns.rows).toEqual([
      { code: wrong, status: 'rejected', resolution: 'replaced' },
      { code: item.code, status: 'applied', resolution: null },
    ])
    const done = await app.checkIns(since)
    expect(done.map(({ itemId, action }) => [itemId, action])).toEqual([[item.id, 'check_in']])
    await page.getByRole('button', { name: texts('attention.back') }).click()
    await expect(linesOf(page).first()).toContainText('Confirmé')
  } finally {
    await device.close()
  }
})

test('what the server holds is run again or discarded by the warehouse’s manager', async () => {
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_manager', '/warehouse/checkin')
    await badgeOf(page).click()
    await page.getByRole('button', { name: texts('sheet.openAttention') }).click()
    await page.waitForURL('**/warehouse/attention')
    const listed = page.getByRole('listitem').filter({ hasText: texts('attention.heldList.run') })
    await expect(listed).toHaveCount(2)
    const waiting = page.getByRole('listitem').filter({ hasText: texts('attention.heldList.waitsForUnsent') })
    await expect(waiting).toHaveCount(1)
    await takePicture(page, 'attention-held-360.png')
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await listed
      .first()
      .getByRole('button', { name: texts('attention.heldList.run') })
      .click()
    await expect(page.getByText(texts('attention.heldList.applied'))).toBeVisible()
    await expect(listed).toHaveCount(1)
    const { rows } = await app.owner.query(`select status from item where id = $1`, [held[0]!.id])
    expect(rows).toEqual([{ status: 'item_awaiting_compliancy_tests' }])
    await listed.getByRole('button', { name: texts('attention.discard') }).click()
    await page.getByRole('button', { name: texts('attention.reasons.twice') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts('attention.discard') })
      .click()
    await expect(listed).toHaveCount(0)
    const settled = await app.owner.query(`select status, resolution from sync_op where op_id = $1`, [discarded])
    expect(settled.rows).toEqual([{ status: 'rejected', resolution: 'discarded' }])
  } finally {
    await device.close()
  }
})

/** Puts photos into the device's own store as they stand after the server refused them. */
async function plantRefused(page: Page, photos: readonly { readonly id: string; readonly itemId: string }[]) {
  const { rows } = await app.owner.query<{ id: string }>(
    `select id from user_account where email = 'warehouse_operator@demo.example'`,
  )
  // The app opens its store of photos once its first screen stands; opened before, it would be an empty one.
  const isThere = () =>
    page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'reprise-photos'))
  await expect.poll(isThere).toBe(true)
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#36c' } })
    .jpeg()
    .toBuffer()
  await page.evaluate(
    async ({ given, encoded, userId }) => {
      const data = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)).buffer
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
      const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('reprise-photos')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the store of photos does not open')))
      })
      const writing = database.transaction(['photos', 'bytes'], 'readwrite')
      for (const [at, { id, itemId }] of given.entries()) {
        writing.objectStore('bytes').put({ id, bytes: data })
        writing.objectStore('photos').put({
          id,
          itemId,
          userId,
          sha256,
          state: 'refused',
          questionId: null,
          sizeBytes: data.byteLength,
          type: 'image/jpeg',
          takenAtMs: Date.now() - 60_000 + at,
          code: 'PHOTO_HASH_DIFFERS',
        })
      }
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
      database.close()
    },
    { given: [...photos], encoded: bytes.toString('base64'), userId: rows[0]!.id },
  )
}

const arrived = async (photoId: string) =>
  (await app.owner.query(`select 1 from evidence_photo where id = $1 and uploaded_at is not null`, [photoId])).rowCount

test('photos that the server refused are shown with their reason, deleted, or sent again by the service worker once no page is open', async () => {
  const items = await app.itemsInTransit(app.warehouses[0], 2)
  const [sent, deleted] = items.map(({ id }) => ({ id: newId(), itemId: id }))
  const device = await startHandheld({ baseURL: app.url })
  try {
    const page = device.page()
    await signInOn(page, 'warehouse_operator', '/warehouse/checkin')
    await expect(badgeOf(page)).toContainText(allSent)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    await plantRefused(page, [sent!, deleted!])
    await page.reload()
    await expect(badgeOf(page)).toContainText('2 à traiter')
    await badgeOf(page).click()
    await page.getByRole('button', { name: texts('sheet.openAttention') }).click()
    const photos = page.getByRole('listitem').filter({ hasText: 'La photo reçue n’est pas celle qui a été annoncée.' })
    await expect(photos).toHaveCount(2)
    await expect(photos.getByRole('img')).toHaveCount(2)
    await takePicture(page, 'attention-photos-360.png')
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    const asked = page.getByRole('dialog', { name: texts('attention.photos.deleteTitle') })
    const cancel = asked.getByRole('button', { name: texts('attention.cancel') }).last()
    for (const answer of [cancel, asked.getByRole('button', { name: texts('attention.photos.delete') })]) {
      await expect(photos).toHaveCount(2)
      await photos
        .nth(1)
        .getByRole('button', { name: texts('attention.photos.delete') })
        .click()
      await takePicture(page, 'attention-photo-delete-360.png')
      await answer.click()
    }
    await expect(page.getByText(texts('attention.photos.deleted'))).toBeVisible()
    await expect(photos).toHaveCount(1)

    await device.offline(true)
    await photos.getByRole('button', { name: texts('attention.photos.sendAgain') }).click()
    await expect(page.getByText(texts('attention.photos.sending'))).toBeVisible()
    // The page ends while the photo waits; then the browser says that the network is back.
    const tellWorker = await prepareBackgroundSync(device, app.url)
    await page.goto('about:blank')
    expect(await arrived(sent!.id)).toBe(0)
    await device.offline(false)
    // The browser asks again after a try that failed; here it does so sooner.
    const isSent = async () => {
      await tellWorker()
      return arrived(sent!.id)
    }
    await expect.poll(isSent, { timeout: 20_000, intervals: [2_000] }).toBe(1)
    expect(await arrived(deleted!.id)).toBe(0)
  } finally {
    await device.close()
  }
})
