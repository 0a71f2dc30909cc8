import { pictureRules, type PictureUse } from '#domain/settings/picture.ts'

/** Parts of the longest side, and qualities, that are tried one after the other until the picture is small enough. */
const shares = [1, 0.75, 0.5, 0.35]
const qualities = [0.85, 0.7, 0.5]

/**
 * A photo made small enough for its use, as a JPG on white; null where the use takes none but as it comes, or the browser
 * cannot read the file. The way up that a camera notes is kept.
 */
export async function scaledPicture(file: Blob, use: PictureUse): Promise<Uint8Array<ArrayBuffer> | null> {
  const { scaledPx, maxBytes } = pictureRules[use]
  if (scaledPx === undefined) return null
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return null
  try {
    const longest = Math.min(scaledPx, Math.max(picture.width, picture.height))
    for (const share of shares)
      for (const quality of qualities) {
        const drawn = await draw(picture, longest * share, quality)
        if (drawn === null) return null
        if (drawn.size <= maxBytes) return new Uint8Array(await drawn.arrayBuffer())
      }
    return null
  } finally {
    picture.close()
  }
}

async function draw(picture: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const factor = longest / Math.max(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
