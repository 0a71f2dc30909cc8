import * as z from 'zod'
import { pictureWidths } from '#domain/settings/picture.ts'
import { pictureFolder } from './sized-picture.ts'

/**
 * `GET /api/pictures/{id}`: a picture that an account shows to everybody. Its bytes never change; with `width` they are
 * those of a WebP whose longer side is that long at most.
 */
export const readPictureCall = {
  method: 'get',
  path: '/api/pictures/{id}',
  params: z.object({ id: z.guid().toLowerCase() }),
  query: z.strictObject({ width: z.coerce.number().pipe(z.literal(pictureWidths)).optional() }),
} as const

/** The address of a picture. */
export function picturePath(id: string): string {
  return `${pictureFolder}${id}`
}

/** The id of a picture by its address; null for an address of anything else. */
export function pictureIdOf(path: string | null): string | null {
  return path !== null && path.startsWith(pictureFolder) ? path.slice(pictureFolder.length) : null
}

/** The ids of the pictures that a text names by their addresses, each once. */
export function pictureIdsIn(text: string): readonly string[] {
  const found = text.toLowerCase().matchAll(/\/api\/pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g)
  return [...new Set([...found].map(([, id = '']) => id))]
}

/** Bytes of a picture that is sent within JSON, in Base64; larger ones than any use takes are turned away unread. */
export const pictureBytes = z.base64().min(4).max(1_400_000)
