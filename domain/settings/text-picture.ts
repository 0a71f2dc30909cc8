/** Longest side in pixels at which a text shows a picture. */
export const textPicturePx = 960

/** Bytes of all pictures that an account may keep for its texts. */
export const textPicturesMaxBytes = 200_000_000

/** Bytes of the pictures that one text of the home shows, in all its languages together: a home has to be light. */
export const homeTextPicturesMaxBytes = 1_000_000

/** Days after which a picture goes that no text has named since: what is written may be saved long after its pictures. */
export const unnamedPictureDays = 7

/** Why a picture that is one all the same cannot be kept, or a text with its pictures. */
export const textPictureErrors = ['TEXT_PICTURES_FULL', 'HOME_PICTURES_TOO_HEAVY'] as const
export type TextPictureError = (typeof textPictureErrors)[number]

/** A picture as a text shows it. */
export interface ShownPicture {
  readonly path: string
  readonly width: number
  readonly height: number
  /** What it shows, for readers who do not see it. */
  readonly alt: string
}

/** The HTML of a picture within a text; its measures keep its place free until it has come. */
export function textPictureHtml({ path, width, height, alt }: ShownPicture): string {
  const scale = Math.min(1, textPicturePx / Math.max(width, height))
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  const said = alt
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<img src="${path}?width=${textPicturePx}" alt="${said}" width="${shownWidth}" height="${shownHeight}">`
}

/** A text with something put in at a place; plain text becomes HTML with its paragraphs, as visitors read it. */
export function withInserted(text: string, html: string, at: number): string {
  const isPlain = text.trim() !== '' && !/<[a-z][^>]*>/i.test(text)
  const before = text.slice(0, at)
  const after = text.slice(at)
  return isPlain
    ? [paragraphs(before), html, paragraphs(after)].filter((part) => part !== '').join('\n')
    : before + html + after
}

function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').trim()
  if (escaped === '') return ''
  return escaped
    .split(/\n\s*\n/)
    .map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
