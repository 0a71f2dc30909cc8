import { checkPicture, type PictureError, type PictureSize, type PictureUse } from '#domain/configuration/picture.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'

/** A picture that somebody has chosen and not yet saved. */
export interface ChosenPicture {
  readonly fileName: string
  /** What the server is sent. */
  readonly base64: string
  /** What the preview shows. */
  readonly address: string
  readonly sizes: readonly PictureSize[]
}

/** Reads a file that may serve a use; judged as the server judges it, before anything is sent. */
export async function readPictureFile(file: File, use: PictureUse): Promise<Result<ChosenPicture, PictureError>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const checked = checkPicture(bytes, use)
  if (!checked.ok) return fail(checked.error)
  const { type, sizes } = checked.value
  const base64 = base64Of(bytes)
  return succeed({ fileName: file.name, base64, address: `data:${type};base64,${base64}`, sizes })
}

// A call takes only so many arguments.
const step = 0x8000

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}
