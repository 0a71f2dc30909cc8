import { textMark, type Mark } from './sheet.ts'

/** What a seller signed with: drawn, as the path of an SVG, or a typed name. */
export type SignedWith =
  | { readonly width: number; readonly height: number; readonly path: string }
  | { readonly name: string }

/** Where a signature stands. */
interface SignatureRoom {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

type Point = readonly [x: number, y: number]

/** The widest a signature is drawn: larger ones look like a child's. */
const mostMmPerPixel = 0.2

/** A signature in its room: as it was drawn, as large as fits, or the typed name. Nothing where nothing is legible. */
export function signatureMarks(signed: SignedWith, room: SignatureRoom): readonly Mark[] {
  const { xMm, yMm, widthMm, heightMm } = room
  if ('name' in signed)
    return [
      textMark(signed.name, {
        xMm,
        yMm: yMm + heightMm / 3,
        widthMm,
        maxLines: 2,
        sizeMm: 4.6,
        minSizeMm: 3,
        bold: true,
      }),
    ]
  const strokes = strokesOf(signed.path)
  const points = strokes.flat()
  if (points.length < 2) return []
  const [left, right] = ends(points.map(([x]) => x))
  const [top, bottom] = ends(points.map(([, y]) => y))
  const scale = Math.min(widthMm / Math.max(1, right - left), heightMm / Math.max(1, bottom - top), mostMmPerPixel)
  const topMm = (heightMm - (bottom - top) * scale) / 2
  const placed = strokes.map((stroke) =>
    stroke.map(([x, y]): Point => [rounded((x - left) * scale), rounded(topMm + (y - top) * scale)]),
  )
  return [{ kind: 'strokes', ...room, strokes: placed }]
}

/** The corners of a path, stroke by stroke; curves are drawn by their ends, and what is no number is left out. */
export function strokesOf(path: string): readonly (readonly Point[])[] {
  const strokes: Point[][] = []
  let at: Point = [0, 0]
  for (const [, command = '', written = ''] of path.matchAll(/([MLCQmlcq])([^MLCQZmlcqz]*)/g)) {
    const numbers = (written.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const step = { m: 2, l: 2, c: 6, q: 4 }[command.toLowerCase()] ?? 2
    const from = command === command.toLowerCase()
    for (let index = 0; index + step <= numbers.length; index += step) {
      const [x = 0, y = 0] = numbers.slice(index + step - 2, index + step)
      at = from ? [at[0] + x, at[1] + y] : [x, y]
      if (command.toLowerCase() === 'm' && index === 0) strokes.push([at])
      else if (strokes.length === 0) strokes.push([at])
      else strokes.at(-1)?.push(at)
    }
  }
  return strokes.filter((stroke) => stroke.length > 1)
}

// A path has thousands of points: more than a call takes arguments.
function ends(values: readonly number[]): readonly [least: number, most: number] {
  return values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

function rounded(mm: number): number {
  return Math.round(mm * 100) / 100
}
