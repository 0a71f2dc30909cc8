import { sql, type Transaction } from 'kysely'
import { assignedTo, buyerOf } from '#api/db/buyback-scope.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Grant, Session } from '#api/http/caller.ts'
import { openUploadLimits, type PhotoType } from '#domain/item/evidence-photo.ts'
import type { AnnouncedPhoto } from '#sync/calls/evidence.ts'

/** A photo as far as an upload knows it. */
export interface PhotoState {
  readonly userId: string
  readonly deviceId: string
  readonly itemId: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: PhotoType
  readonly offset: number
  readonly complete: boolean
}

/** A photo with its bytes. */
export interface StoredPhoto {
  readonly type: PhotoType
  readonly sha256: string
  readonly bytes: Buffer
}

type Tx = Transaction<Tables>

/**
 * Whether a photo may be announced: it is known, or fewer are open than may be, of its device and of the account. What
 * has stood still for long gives way; a device that comes back with it announces it again.
 */
export async function hasRoomForPhoto(
  tx: Tx,
  { accountId, deviceId }: Pick<Grant, 'accountId' | 'deviceId'>,
  photoId: string,
  now: Date,
): Promise<boolean> {
  // One announcement of an account after another, so that many at once do not all find room.
  await sql`select pg_advisory_xact_lock(hashtextextended('open uploads ' || ${accountId}, 0))`.execute(tx)
  await tx
    .deleteFrom('evidence_photo')
    .where('account_id', '=', accountId)
    .where('uploaded_at', 'is', null)
    .where('id', '!=', photoId)
    .where('created_at', '<', new Date(now.getTime() - openUploadLimits.staleMs))
    .execute()
  const { rows } = await sql<{ isKnown: boolean; ofDevice: number; ofAccount: number }>`
    select exists (select from evidence_photo where account_id = ${accountId} and id = ${photoId}) as "isKnown",
      count(*) filter (where device_id = ${deviceId}) as "ofDevice", count(*) as "ofAccount"
    from evidence_photo where account_id = ${accountId} and uploaded_at is null`.execute(tx)
  const [{ isKnown, ofDevice, ofAccount } = { isKnown: false, ofDevice: 0, ofAccount: 0 }] = rows
  return isKnown || (ofDevice < openUploadLimits.ofDevice && ofAccount < openUploadLimits.ofAccount)
}

/** Keeps what a device announces, unless it is known already. False where the account has no such item. */
export async function announcePhoto(
  tx: Tx,
  { accountId, userId, deviceId }: Pick<Grant, 'accountId' | 'userId' | 'deviceId'>,
  photoId: string,
  { itemId, questionId, sha256, sizeBytes, type, takenAt, takenBy = userId }: AnnouncedPhoto,
): Promise<boolean> {
  const item = await tx
    .selectFrom('item')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (item === undefined) return false
  // A colleague's token sends it: whose it is counts as far as its device has been the author's, too.
  const isAuthor = takenBy === userId || (await hasWorkedOn(tx, { accountId, userId: takenBy, deviceId }))
  await tx
    .insertInto('evidence_photo')
    .values({
      account_id: accountId,
      id: photoId,
      item_id: itemId,
      question_id: questionId,
      user_id: isAuthor ? takenBy : userId,
      device_id: deviceId,
      sha256: Buffer.from(sha256, 'hex'),
      size_bytes: sizeBytes,
      media_type: type,
      taken_at: new Date(takenAt),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
  return true
}

/** Whether a user of an account was ever signed in on a device of it, or has sent work from there. */
async function hasWorkedOn(
  tx: Tx,
  { accountId, userId, deviceId }: Pick<Grant, 'accountId' | 'userId' | 'deviceId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from device_grant where account_id = ${accountId} and user_id = ${userId} and device_id = ${deviceId}
    union all
    select 1 from sync_device where account_id = ${accountId} and user_id = ${userId} and device_id = ${deviceId}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** How far a photo has come, locked until the transaction ends. */
export async function lockPhoto(tx: Tx, accountId: string, photoId: string): Promise<PhotoState | null> {
  const row = await tx
    .selectFrom('evidence_photo')
    .select(['user_id', 'device_id', 'item_id', 'sha256', 'size_bytes', 'media_type', 'received_bytes', 'uploaded_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: row.user_id,
    deviceId: row.device_id,
    itemId: row.item_id,
    sha256: row.sha256.toString('hex'),
    sizeBytes: row.size_bytes,
    type: row.media_type,
    offset: row.received_bytes,
    complete: row.uploaded_at !== null,
  }
}

/** Adds bytes behind those that are there. */
export async function appendBytes(
  tx: Tx,
  accountId: string,
  photoId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<void> {
  await tx
    .insertInto('evidence_chunk')
    .values({ account_id: accountId, photo_id: photoId, offset_bytes: offset, bytes: Buffer.from(bytes) })
    .execute()
  await tx
    .updateTable('evidence_photo')
    .set({ received_bytes: offset + bytes.byteLength })
    .where('account_id', '=', accountId)
    .where('id', '=', photoId)
    .execute()
}

/** Keeps other bytes of a photo than those that came, until it is whole. */
export async function replaceBytes(tx: Tx, accountId: string, photoId: string, bytes: Uint8Array): Promise<void> {
  const state = await lockPhoto(tx, accountId, photoId)
  if (state === null || state.complete) return
  await tx.deleteFrom('evidence_chunk').where('account_id', '=', accountId).where('photo_id', '=', photoId).execute()
  await tx
    .insertInto('evidence_chunk')
    .values({ account_id: accountId, photo_id: photoId, offset_bytes: 0, bytes: Buffer.from(bytes) })
    .execute()
}

/** All bytes of a photo that have come so far. */
export async function readBytes(tx: Tx, accountId: string, photoId: string): Promise<Buffer> {
  const rows = await tx
    .selectFrom('evidence_chunk')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('photo_id', '=', photoId)
    .orderBy('offset_bytes')
    .execute()
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}

/** Says that a photo is whole and what it was announced to be. */
export async function completePhoto(
  tx: Tx,
  accountId: string,
  photoId: string,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await tx
    .updateTable('evidence_photo')
    .set({ ...size, uploaded_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', photoId)
    .where('uploaded_at', 'is', null)
    .execute()
}

/** Forgets a photo that turned out to be none. */
export async function dropPhoto(tx: Tx, accountId: string, photoId: string): Promise<void> {
  await tx
    .deleteFrom('evidence_photo')
    .where('account_id', '=', accountId)
    .where('id', '=', photoId)
    .where('uploaded_at', 'is', null)
    .execute()
}

/** A photo that has arrived; the caller has checked that the user may see it. */
export async function readArrivedPhoto(tx: Tx, accountId: string, photoId: string): Promise<StoredPhoto | null> {
  const row = await tx
    .selectFrom('evidence_photo')
    .select(['media_type', 'sha256'])
    .where('account_id', '=', accountId)
    .where('id', '=', photoId)
    .where('uploaded_at', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const bytes = await readBytes(tx, accountId, photoId)
  return { type: row.media_type, sha256: row.sha256.toString('hex'), bytes }
}

/**
 * A photo that has arrived, where the caller may see its item: warehouse users what is in or bound for their
 * warehouse, buyers what is assigned to them, the others the whole account.
 */
export async function readPhoto(
  tx: Tx,
  caller: Pick<Session, 'accountId' | 'module' | 'homeAccountId' | 'organizationId'>,
  photoId: string,
): Promise<StoredPhoto | null> {
  const { accountId, module, organizationId } = caller
  let query = tx
    .selectFrom('evidence_photo as e')
    .innerJoin('item as i', (join) => join.onRef('i.account_id', '=', 'e.account_id').onRef('i.id', '=', 'e.item_id'))
    .innerJoin('buyback as b', (join) =>
      join.onRef('b.account_id', '=', 'i.account_id').onRef('b.id', '=', 'i.buyback_id'),
    )
    .select(['e.media_type', 'e.sha256'])
    .where('e.account_id', '=', accountId)
    .where('e.id', '=', photoId)
    .where('e.uploaded_at', 'is not', null)
  if (module === 'lcm') query = query.where(sql<boolean>`${assignedTo(buyerOf(caller))}`)
  if (module === 'rps')
    query = query.where((where) =>
      where.or([
        where('i.warehouse_id', '=', organizationId),
        where('i.destination_warehouse_id', '=', organizationId),
      ]),
    )
  const row = await query.executeTakeFirst()
  if (row === undefined) return null
  return {
    type: row.media_type,
    sha256: row.sha256.toString('hex'),
    bytes: await readBytes(tx, accountId, photoId),
  }
}
