import type { PictureWidth } from '#domain/settings/picture.ts'

/** Where the addresses of an account's own pictures begin. */
export const pictureFolder = '/api/pictures/'

/** The address of a picture at a size; that of a picture elsewhere on the web stays as it is. */
export function pictureAt(address: string, width: PictureWidth): string {
  return address.startsWith(pictureFolder) ? `${address}?width=${width}` : address
}
