import { scaledPicture } from './scaled-picture.ts'
import { base64Of } from './base64-of.ts'
import { checkPicture, type PictureError, type PictureSize, type PictureUse } from '#domain/settings/picture.ts'

/** A picture that the user has chosen and not yet saved. */
export interface ChosenPicture {
  readonly fileName: string
  /** What the server is sent. */
  readonly base64: string
  /** What the preview shows. */
  readonly address: string
  readonly sizes: readonly PictureSize[]
  /** Whether it was made smaller than the file that was chosen. */
  readonly isScaled: boolean
}

/** A file that was chosen and does not serve, or not yet: a large one takes a moment to be read. */
export interface WrongFile {
  readonly fileName: string
  readonly code: PictureError | 'PICTURE_BEING_READ'
}

/** What becomes of a stored picture. Undefined: it stays; null: it is taken away. */
export type PictureValue = ChosenPicture | WrongFile | null | undefined

/** Whether a file was chosen that does not serve: nothing is saved until it does, or another one is chosen. */
export function isWrongFile(value: PictureValue): value is WrongFile {
  return value !== null && value !== undefined && 'code' in value
}

/** Address of the picture that is shown: the stored one until another one takes its place. */
export function shownAddress(value: PictureValue, stored: string | null): string | null {
  return value === undefined || isWrongFile(value) ? stored : (value?.address ?? null)
}

/** What the server is sent of a picture; nothing where it stays. */
export function sentPicture(value: PictureValue): string | null | undefined {
  return value === undefined || isWrongFile(value) ? undefined : (value?.base64 ?? null)
}

/** Reads a file that may serve a use; judged as the server judges it, before anything is sent. */
export async function readPictureFile(file: File, use: PictureUse): Promise<ChosenPicture | WrongFile> {
  const own = new Uint8Array(await file.arrayBuffer())
  const judged = checkPicture(own, use)
  const isLarge = !judged.ok && (judged.error === 'PICTURE_TOO_LARGE' || judged.error === 'PICTURE_TOO_MANY_PIXELS')
  const scaled = isLarge ? await scaledPicture(file, use) : null
  const bytes = scaled ?? own
  const checked = scaled === null ? judged : checkPicture(scaled, use)
  if (!checked.ok) return { fileName: file.name, code: checked.error }
  const { type, sizes } = checked.value
  const base64 = base64Of(bytes)
  return { fileName: file.name, base64, address: `data:${type};base64,${base64}`, sizes, isScaled: scaled !== null }
}
