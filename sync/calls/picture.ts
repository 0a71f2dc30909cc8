import * as z from 'zod'

/** `GET /api/pictures/{id}`: a picture that an account shows to everybody. Its bytes never change. */
export const readPictureCall = {
  method: 'get',
  path: '/api/pictures/{id}',
  params: z.object({ id: z.guid().toLowerCase() }),
} as const

const start = '/api/pictures/'

/** The address of a picture. */
export function picturePath(id: string): string {
  return `${start}${id}`
}

/** The id of a picture by its address; null for an address of anything else. */
export function pictureIdOf(path: string | null): string | null {
  return path !== null && path.startsWith(start) ? path.slice(start.length) : null
}

/** Bytes of a picture that is sent within JSON, in Base64; larger ones than any use takes are turned away unread. */
export const pictureBytes = z.base64().min(4).max(1_400_000)
