import { readPicture, shownSize } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { insertTextPicture } from '#api/db/picture-queries.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { pictureErrors } from '#domain/settings/picture.ts'
import { succeed } from '#domain/kernel/result.ts'
import { addTextPictureCall } from '#sync/calls/text-picture.ts'

/** A picture somewhat beyond its limit, in Base64, so that one that is too large is told so by its own code. */
const bodyBytes = 1_500_000

/** Pictures of an account's legal texts and home. Who may write the one may write the other. */
export function createTextPictureRoutes({ database }: { readonly database: Database }): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...addTextPictureCall,
        permission: 'settings.update',
        summary: 'Keep a picture for a text of the public site',
        maxBodyBytes: bodyBytes,
        refusals: ['REQUEST_NOT_FOUND', 'CLIENT_ADMINISTRATION_MISSING', 'TEXT_PICTURES_FULL', ...pictureErrors],
      },
      async ({ caller, query, body }) => {
        const account = await accountOfOrganization(database, caller, query.organizationId)
        if (!account.ok) return account
        const picture = await readPicture<never>(body.image, 'text')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const { width, height } = await shownSize(picture.value)
        const accountId = account.value
        const path = await inAccount(database, accountId, (tx) => insertTextPicture(tx, accountId, picture.value))
        if (path === null) return refuse('TEXT_PICTURES_FULL', { field: 'image' })
        return succeed({ path, width, height })
      },
    ),
  ]
}
