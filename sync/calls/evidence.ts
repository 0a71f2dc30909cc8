import * as z from 'zod'
import { maxPhotoBytes, photoTypes } from '#domain/item/evidence-photo.ts'

const params = z.object({ photoId: z.guid().toLowerCase() })

/** How far the server has a photo. While it is not `complete`, the bytes from `offset` on are missing. */
export const uploadState = z.object({ offset: z.int().min(0), complete: z.boolean() })
/** How far the server has a photo. */
export type UploadState = z.output<typeof uploadState>

/** What a device says of a photo before its bytes; the same again changes nothing. */
export const announcedPhoto = z.strictObject({
  itemId: z.guid().toLowerCase(),
  questionId: z.guid().toLowerCase().nullable(),
  /** SHA-256 of all bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().min(1).max(maxPhotoBytes),
  type: z.enum(photoTypes),
  takenAt: z.iso.datetime(),
  /** Who took it, where that is not who sends it. */
  takenBy: z.guid().toLowerCase().optional(),
})
/** What a device says of a photo before its bytes. */
export type AnnouncedPhoto = z.output<typeof announcedPhoto>

/** `POST /api/evidence/{photoId}`: announces a photo and asks where to go on. */
export const announcePhotoCall = {
  method: 'post',
  path: '/api/evidence/{photoId}',
  params,
  body: announcedPhoto,
  answer: uploadState,
} as const

/** `PATCH /api/evidence/{photoId}?offset=n`: the bytes from an offset on. */
export const continuePhotoCall = {
  method: 'patch',
  path: '/api/evidence/{photoId}',
  params,
  query: z.strictObject({ offset: z.coerce.number().int().min(0).max(maxPhotoBytes) }),
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  bodyType: 'bytes',
  answer: uploadState,
} as const

/** `GET /api/evidence/{photoId}`: a photo that has arrived. */
export const readPhotoCall = { method: 'get', path: '/api/evidence/{photoId}', params } as const
