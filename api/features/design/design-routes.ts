import { createHash } from 'node:crypto'
import { readPicture } from '#api/adapters/picture/read-picture.ts'
import { createPictureScaler, type SentPicture } from '#api/adapters/picture/scaled-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { deletePictures, insertPicture, readPublicPicture, type NewPicture } from '#api/db/picture-queries.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { pictureErrors, pictureTypes } from '#domain/settings/picture.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { patchDesignCall, readDesignCall, type DesignPatch } from '#sync/calls/design.ts'
import { readPictureCall } from '#sync/calls/picture.ts'
import { readDesign, updateDesign } from './design-queries.ts'
import { createTextPictureRoutes } from './text-picture-routes.ts'

/** What the routes of the design are built from. */
export interface DesignDeps {
  readonly database: Database
}

/** Both pictures somewhat beyond their limits, in Base64, so that a file that is too large is told so by its own code. */
const designBytes = 3_000_000

/** Logo, favicon and colour of an account (SET-11 to SET-15), and the pictures that everybody sees. */
export function createDesignRoutes({ database }: DesignDeps): readonly DeclaredRoute[] {
  const scale = createPictureScaler()
  return [
    route({ ...readDesignCall, permission: 'design.read', summary: 'Logo, favicon and colour' }, async (call) => {
      const { accountId } = call.caller
      const found = await inAccount(database, accountId, (tx) => readDesign(tx, accountId), { readOnly: true })
      return versioned(call.answerHeaders, found)
    }),

    route(
      {
        ...patchDesignCall,
        permission: 'design.update',
        summary: 'Change logo, favicon or colour',
        maxBodyBytes: designBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', ...pictureErrors],
      },
      async (call) => {
        const { accountId } = call.caller
        const { mainColor, logo, favicon } = call.body
        const given = await readPictures({ logo, favicon })
        if (!given.ok) return given
        const changed = await inAccount(database, accountId, async (tx) => {
          const fresh = checkVersion(call.http.headers, await readDesign(tx, accountId, { forUpdate: true }))
          if (!fresh.ok) return fresh
          const kept = (picture: NewPicture | null | undefined) => picture && insertPicture(tx, accountId, picture)
          const next = { logo: await kept(given.value.logo), favicon: await kept(given.value.favicon) }
          await updateDesign(tx, accountId, { mainColor, ...next })
          const { logo: oldLogo, favicon: oldFavicon } = fresh.value
          await deletePictures(tx, accountId, [
            ...(next.logo === undefined ? [] : [oldLogo]),
            ...(next.favicon === undefined ? [] : [oldFavicon]),
          ])
          return succeed((await readDesign(tx, accountId)) ?? fresh.value)
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...readPictureCall,
        permission: 'none',
        summary: 'A picture that an account shows',
        fileTypes: [...pictureTypes, 'image/webp'],
        conditional: true,
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ params, query, http }) => {
        const stored = await readPublicPicture(database, params.id)
        if (stored === null) return refuse('REQUEST_NOT_FOUND')
        return succeed(pictureResponse(await scale(params.id, stored, query.width), http.headers))
      },
    ),

    ...createTextPictureRoutes({ database }),
  ]
}

type Pictures = Readonly<Record<'logo' | 'favicon', NewPicture | null | undefined>>

async function readPictures({
  logo,
  favicon,
}: Pick<DesignPatch, 'logo' | 'favicon'>): Promise<Result<Pictures, Failure>> {
  const [readLogo, readFavicon] = [await readPicture(logo, 'logo'), await readPicture(favicon, 'favicon')]
  if (!readLogo.ok) return refuse(readLogo.error, { field: 'logo' })
  if (!readFavicon.ok) return refuse(readFavicon.error, { field: 'favicon' })
  return succeed({ logo: readLogo.value, favicon: readFavicon.value })
}

/** Bytes that never change under their address, so that a browser that has them does not ask again. */
function pictureResponse({ type, bytes }: SentPicture, asked: Headers): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  const headers = new Headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' })
  if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  headers.set('content-type', type)
  headers.set('content-length', String(bytes.byteLength))
  headers.set('content-disposition', 'inline')
  return new Response(new Uint8Array(bytes), { headers })
}
