import { keptPicture } from '#api/adapters/picture/kept-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import type { Grant } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { maxPhotoBytes, photoTypes } from '#domain/item/evidence-photo.ts'
import { announcePhotoCall, continuePhotoCall, readPhotoCall, type UploadState } from '#sync/calls/evidence.ts'
import { checkPhoto } from './check-photo.ts'
import { proposalPhotoCall } from '#sync/calls/proposal.ts'
import * as queries from './evidence-queries.ts'

/** What the evidence routes are built from. */
export interface EvidenceDeps {
  readonly database: Database
  readonly now: Clock
  /** The photos that the private link of a price proposal shows; null for a link of nothing. */
  readonly photosOfLink: (
    token: string,
  ) => Promise<{ readonly accountId: string; readonly photoIds: readonly string[] } | null>
  /** Counts links of nothing; answers how many seconds to wait when the limit is used up. */
  readonly throttle: { hit(subjects: { readonly proposalByAddress: string }): Promise<number | null> }
}

/**
 * Photos of compliance tests. A device announces a photo and sends its bytes in parts, with the push-only token of its
 * author, or of a colleague who is signed in on it since, so that a photo waits for no sign-in, nor an operation for a photo.
 */
export function createEvidenceRoutes(deps: EvidenceDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      {
        ...announcePhotoCall,
        permission: 'grant',
        summary: 'A photo that is about to come',
        refusals: ['ACCESS_PERMISSION_MISSING', 'PHOTO_CHANGED', 'PHOTO_TOO_MANY_OPEN'],
      },
      async ({ caller, params, body }) => {
        if (!can(caller.permissions, 'item.control')) return refuse('ACCESS_PERMISSION_MISSING')
        const state = await inAccount(database, caller.accountId, async (tx) => {
          if (!(await queries.hasRoomForPhoto(tx, caller, params.photoId, deps.now()))) return 'full'
          const known = await queries.announcePhoto(tx, caller, params.photoId, body)
          return known ? queries.lockPhoto(tx, caller.accountId, params.photoId) : null
        })
        if (state === null) return refuse('REQUEST_NOT_FOUND')
        if (state === 'full') return refuse('PHOTO_TOO_MANY_OPEN', { retryAfterSeconds: 60 })
        const { itemId, sha256, sizeBytes, type, offset, complete } = state
        const isSame =
          sha256 === body.sha256 && sizeBytes === body.sizeBytes && type === body.type && itemId === body.itemId
        if (!mayGoOn(state, caller) || !isSame) return refuse('PHOTO_CHANGED')
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
        return photo === null ? refuse('REQUEST_NOT_FOUND') : succeed(await photoAnswer(photo, http.headers))
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
        return photo === null ? refuse('REQUEST_NOT_FOUND') : succeed(await photoAnswer(photo, http.headers))
      },
    ),
  ]
}

/**
 * A photo as an answer. Its bytes never change, but a user who loses access to the item loses access to them: each use
 * asks again.
 */
async function photoAnswer(photo: queries.StoredPhoto, asked: Headers): Promise<Response> {
  const etag = `"${photo.sha256}.bare"`
  const headers = new Headers({ etag, 'cache-control': 'private, no-cache', vary: 'cookie, authorization' })
  if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  // Earlier versions have kept photos as they came.
  const bytes = await keptPicture(photo.bytes, photo.type).catch(() => new Uint8Array(photo.bytes))
  headers.set('content-type', photo.type)
  headers.set('content-length', String(bytes.byteLength))
  headers.set('content-disposition', 'inline')
  return new Response(bytes, { headers })
}

interface Added {
  readonly state: queries.PhotoState
  readonly offset: number
}

/** Who announced a photo goes on with it, and a colleague on the same device since: it waits for no sign-in. */
function mayGoOn({ userId, deviceId }: queries.PhotoState, caller: Grant): boolean {
  return userId === caller.userId || deviceId === caller.deviceId
}

async function add(
  tx: Parameters<typeof queries.lockPhoto>[0],
  caller: Grant,
  photoId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<Result<Added, Failure>> {
  const { accountId } = caller
  const state = await queries.lockPhoto(tx, accountId, photoId)
  if (state === null || !mayGoOn(state, caller)) return refuse('REQUEST_NOT_FOUND')
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
  const isKept = await inAccount(database, accountId, async (tx) => {
    if (!checked.ok) {
      // Another request has kept it: what was read here are its kept bytes, which have another hash.
      if ((await queries.lockPhoto(tx, accountId, photoId))?.complete === true) return true
      await queries.dropPhoto(tx, accountId, photoId)
      return false
    }
    const { kept, ...size } = checked.value
    // The hash is of what the device has, which asks by it whether the photo is here.
    if (!bytes.equals(kept)) await queries.replaceBytes(tx, accountId, photoId, kept)
    await queries.completePhoto(tx, accountId, photoId, size)
    return true
  })
  return checked.ok || isKept ? succeed({ offset: state.sizeBytes, complete: true }) : refuse(checked.error)
}
