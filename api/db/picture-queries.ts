import { sql, type Transaction } from 'kysely'
import type { PictureType } from '#domain/configuration/picture.ts'
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
