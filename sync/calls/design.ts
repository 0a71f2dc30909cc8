import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { pictureBytes } from './picture.ts'

/** The account's face (SET-11): addresses of its pictures, and its colour as `#rrggbb`. */
export const designAnswer = z.object({
  /** Of the account, whose other fields raise it too. */
  version: z.int(),
  mainColor: z.string(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
})
/** The account's face. */
export type DesignAnswer = z.output<typeof designAnswer>

/** `GET /api/design`. */
export const readDesignCall = { method: 'get', path: '/api/design', answer: designAnswer } as const

/** What may be said of the account's face; null takes a picture away. Messages are codes of the form. */
export const designBody = z.strictObject({
  mainColor: textOf('code')
    .regex(/^#[0-9a-f]{6}$/i, 'FORM_COLOR_INVALID')
    .toLowerCase(),
  logo: pictureBytes.nullable(),
  favicon: pictureBytes.nullable(),
})

/** `PATCH /api/design` as a merge patch; `If-Match: "<version>"` refuses a change over another user's. */
export const patchDesignCall = {
  method: 'patch',
  path: '/api/design',
  bodyType: 'merge-patch',
  body: designBody.partial(),
  answer: designAnswer,
} as const
/** The fields that a merge patch may name. */
export type DesignPatch = z.output<typeof patchDesignCall.body>
