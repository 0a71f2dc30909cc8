import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Grant } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { maxPhotoBytes, photoTypes } from '#domain/warehouse/photo.ts'
import { announcePhotoCall, continuePhotoCall, readPhotoCall, type UploadState } from '#sync/calls/evidence.ts'
import { checkPhoto } from './check-photo.ts'
import { proposalPhotoCall } from '#sync/calls/quarantine.ts'
import * as queries from './evidence-queries.ts'

/** What the evidence routes are built from. */
export interface EvidenceDeps {
  readonly database: Database
  /** The photos that the private link of a price proposal shows; null for a link of nothing. */
  readonly photosOfLink: (
    token: string,
  ) => Promise<{ readonly accountId: string; readonly photoIds: readonly string[] } | null>
  /** Counts links of nothing; answers how many seconds to wait when the limit is used up. */
  readonly throttle: { hit(subjects: { readonly proposalByAddress: string }): Promise<number | null> }
}

/**
 * Photos of compliance tests. A device announces a photo and sends its bytes in parts, with the push-only token of its
 * author, so that a photo never waits for who is signed in, nor an operation for a photo.
 */
export function createEvidenceRoutes(deps: EvidenceDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      {
        ...announcePhotoCall,
        permission: 'grant',
        summary: 'A photo that is about to come',
        refusals: ['ACCESS_PERMISSION_MISSING', 'PHOTO_CHANGED'],
      },
      async ({ caller, params, body }) => {
        if (!can(caller.permissions, 'item.control')) return refuse('ACCESS_PERMISSION_MISSING')
        const state = await inAccount(database, caller.accountId, async (tx) => {
          const known = await queries.announcePhoto(tx, caller, params.photoId, body)
          return known ? queries.lockPhoto(tx, caller.accountId, params.photoId) : null
        })
        if (state === null) return refuse('REQUEST_NOT_FOUND')
        const { userId, itemId, sha256, sizeBytes, type, offset, complete } = state
        const isSame =
          sha256 === body.sha256 && sizeBytes === body.sizeBytes && type === body.type && itemId === body.itemId
        if (userId !== caller.userId || !isSame) return refuse('PHOTO_CHANGED')
        // The last bytes came, and the server ended before it had looked at them.
        if (offset === sizeBytes && !complete) return finish(deps, caller, params.photoId, state)
        return succeed({ offset, complete })
      },
    ),

    route(
      {
        ...continuePhotoCall,
        permission: 'grant',
        summary: 'The next bytes of a photo',
        refusals: [
          'ACCESS_PERMISSION_MISSING',
          'PHOTO_OFFSET_DIFFERS',
          'PHOTO_TOO_LARGE',
          'PHOTO_HASH_DIFFERS',
          'PHOTO_NOT_AN_IMAGE',
          'PHOTO_TOO_MANY_PIXELS',
          'PHOTO_TRUNCATED',
        ],
        maxBodyBytes: maxPhotoBytes,
      },
      async ({ caller, params, query, body }) => {
        if (!can(caller.permissions, 'item.control')) return refuse('ACCESS_PERMISSION_MISSING')
        const added = await inAccount(database, caller.accountId, (tx) =>
          add(tx, caller, params.photoId, query.offset, body),
        )
        if (!added.ok) return added
        const { state, offset } = added.value
        if (offset < state.sizeBytes || state.complete) return succeed({ offset, complete: state.complete })
        return finish(deps, caller, params.photoId, state)
      },
    ),

    route(
      {
        ...readPhotoCall,
        permission: 'item_stock.read',
        summary: 'A photo of a test',
        fileTypes: photoTypes,
        conditional: true,
      },
      async ({ caller, params, http }) => {
        const photo = await inAccount(
          database,
          caller.accountId,
          (tx) => queries.readPhoto(tx, caller, params.photoId),
          { readOnly: true },
        )
        return photo === null ? refuse('REQUEST_NOT_FOUND') : succeed(photoAnswer(photo, http.headers))
      },
    ),

    route(
      {
        ...proposalPhotoCall,
        permission: 'none',
        summary: 'A photo of the test that a price proposal rests on',
        fileTypes: photoTypes,
        conditional: true,
        refusals: ['PROPOSAL_LINK_INVALID', 'ACCESS_THROTTLED', 'REQUEST_NOT_FOUND'],
      },
      async ({ params, http }) => {
        const link = await deps.photosOfLink(params.token)
        if (link === null) {
          const waitSeconds = await deps.throttle.hit({ proposalByAddress: http.address })
          return waitSeconds === null
            ? refuse('PROPOSAL_LINK_INVALID')
            : refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        }
        const { accountId, photoIds } = link
        if (!photoIds.includes(params.photoId)) return refuse('REQUEST_NOT_FOUND')
        const read = (tx: Parameters<typeof queries.lockPhoto>[0]) =>
          queries.readArrivedPhoto(tx, accountId, params.photoId)
        const photo = await inAccount(database, accountId, read, { readOnly: true })
        return photo === null ? refuse('REQUEST_NOT_FOUND') : succeed(photoAnswer(photo, http.headers))
      },
    ),
  ]
}

/** A photo as it goes out. Its bytes never change, but whoever loses the item loses them: each use asks again. */
function photoAnswer(photo: queries.StoredPhoto, asked: Headers): Response {
  const etag = `"${photo.sha256}"`
  const headers = new Headers({ etag, 'cache-control': 'private, no-cache', vary: 'cookie, authorization' })
  if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  headers.set('content-type', photo.type)
  headers.set('content-length', String(photo.bytes.byteLength))
  headers.set('content-disposition', 'inline')
  return new Response(new Uint8Array(photo.bytes), { headers })
}

interface Added {
  readonly state: queries.PhotoState
  readonly offset: number
}

async function add(
  tx: Parameters<typeof queries.lockPhoto>[0],
  { accountId, userId }: Grant,
  photoId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<Result<Added, Failure>> {
  const state = await queries.lockPhoto(tx, accountId, photoId)
  if (state === null || state.userId !== userId) return refuse('REQUEST_NOT_FOUND')
  if (state.complete) return succeed({ state, offset: state.offset })
  if (offset !== state.offset) return refuse('PHOTO_OFFSET_DIFFERS', { details: { offset: state.offset } })
  if (offset + bytes.byteLength > state.sizeBytes) return refuse('PHOTO_TOO_LARGE')
  if (bytes.byteLength > 0) await queries.appendBytes(tx, accountId, photoId, offset, bytes)
  return succeed({ state, offset: offset + bytes.byteLength })
}

/** Every byte is here: looks at them, outside of any transaction, and keeps or forgets the photo. */
async function finish(
  { database }: EvidenceDeps,
  { accountId }: Grant,
  photoId: string,
  state: queries.PhotoState,
): Promise<Result<UploadState, Failure>> {
  const bytes = await inAccount(database, accountId, (tx) => queries.readBytes(tx, accountId, photoId))
  const checked = await checkPhoto(bytes, state)
  await inAccount(database, accountId, (tx) =>
    checked.ok
      ? queries.completePhoto(tx, accountId, photoId, checked.value)
      : queries.dropPhoto(tx, accountId, photoId),
  )
  return checked.ok ? succeed({ offset: state.sizeBytes, complete: true }) : refuse(checked.error)
}
