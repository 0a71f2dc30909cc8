/** Most bytes of a photo that the server takes. */
export const maxPhotoBytes = 5 * 1024 * 1024
/** Pixels from which on a photo is refused: once decoded it would not fit into the memory of a handheld. */
export const tooManyPixels = 40_000_000
/** Photos that a test may name. */
export const maxPhotosOfTest = 40

/**
 * Uploads that may be open at once: a device sends one photo after another, so that more of them are none of a device;
 * and how long one may stand still before it gives way to others.
 */
export const openUploadLimits = { ofDevice: 16, ofAccount: 400, staleMs: 86_400_000 } as const

/** Kinds of image that are kept, by media type. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** Why a file cannot be kept as a photo; the device and the server say the same. */
export const photoProblems = [
  'PHOTO_NOT_AN_IMAGE',
  'PHOTO_TOO_MANY_PIXELS',
  'PHOTO_TRUNCATED',
  'PHOTO_TOO_LARGE',
] as const
export type PhotoProblem = (typeof photoProblems)[number]

/** What can go wrong between a device and the server. */
export const photoUploadErrors = [
  'PHOTO_HASH_DIFFERS',
  'PHOTO_CHANGED',
  'PHOTO_OFFSET_DIFFERS',
  'PHOTO_TOO_MANY_OPEN',
] as const
/**
 * One of them: other bytes than announced, an id known with other content, a part that does not follow the last one, or
 * more uploads than may be open.
 */
export type PhotoUploadError = (typeof photoUploadErrors)[number]

/** Every code about photos. */
export type PhotoError = PhotoProblem | PhotoUploadError
