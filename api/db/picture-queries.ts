import { sql, type Transaction } from 'kysely'
import type { PictureType } from '#domain/settings/picture.ts'
import { textPicturesMaxBytes } from '#domain/settings/text-picture.ts'
import { pictureIdOf, picturePath } from '#sync/calls/picture.ts'
import type { Database } from './database.ts'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

/** A picture that has passed its checks. */
export interface NewPicture {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

/** Keeps a picture of an account; answers the address at which everybody sees it. */
export async function insertPicture(
  tx: Transaction<Tables>,
  accountId: string,
  { type, bytes }: NewPicture,
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('picture')
    .values({ account_id: accountId, id, type, bytes: Buffer.from(bytes) })
    .execute()
  return picturePath(id)
}

/** Keeps a picture that texts of an account name; null where those that it keeps for them take up all the room. */
export async function insertTextPicture(
  tx: Transaction<Tables>,
  accountId: string,
  { type, bytes }: NewPicture,
): Promise<string | null> {
  // One at a time, so that two do not take the last room together.
  await sql`select pg_advisory_xact_lock(hashtextextended('text-picture:' || ${accountId}, 0))`.execute(tx)
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into picture (account_id, id, type, bytes, of_text)
    select ${accountId}, ${id}, ${type}, ${Buffer.from(bytes)}, true
    where ${bytes.byteLength} + coalesce((select sum(octet_length(p.bytes)) from picture p
      where p.account_id = ${accountId} and p.of_text), 0) <= ${textPicturesMaxBytes}::bigint`.execute(tx)
  return numAffectedRows === 1n ? picturePath(id) : null
}

/** The sizes in bytes of those pictures that are the account's, by their ids. */
export async function readPictureSizes(
  tx: Transaction<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; size: number }>`
    select id, octet_length(bytes) as size from picture
    where account_id = ${accountId} and id = any (${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, size }) => [id, size]))
}

/** Forgets pictures of texts that no text has named since before, in every account; answers how many. */
export async function sweepTextPictures(
  database: Pick<Database, 'app'>,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select sweep_text_pictures(${now}, ${before}) as gone`.execute(
    database.app,
  )
  return rows[0]?.gone ?? 0
}

/** Forgets pictures that nothing shows any more, by their addresses; an address elsewhere on the web is passed over. */
export async function deletePictures(
  tx: Transaction<Tables>,
  accountId: string,
  paths: readonly (string | null)[],
): Promise<void> {
  const ids = paths.flatMap((path) => pictureIdOf(path) ?? [])
  if (ids.length === 0) return
  await tx.deleteFrom('picture').where('account_id', '=', accountId).where('id', 'in', ids).execute()
}

/** A picture of any account, which everybody may see; null for an id that names none. */
export async function readPublicPicture(
  database: Pick<Database, 'app'>,
  id: string,
): Promise<{ readonly type: PictureType; readonly bytes: Buffer } | null> {
  const { rows } = await sql<{
    type: PictureType
    bytes: Buffer
  }>`select type, bytes from public_picture(${id})`.execute(database.app)
  return rows[0] ?? null
}
