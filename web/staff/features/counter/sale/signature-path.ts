/** A point of a signature, in pixels of its pad. */
interface Point {
  readonly x: number
  readonly y: number
}

/** Longest path that a sale takes. */
const longest = 16_000
/** Dots that a signature has at least: a tap is none. */
const fewestPoints = 4

/** A signature as a sale takes it. */
export interface DrawnSignature {
  readonly width: number
  readonly height: number
  readonly path: string
}

/**
 * The strokes as the path of an SVG; null where nothing that deserves the name was drawn. A very long one is kept with
 * fewer points, so that it always fits.
 */
export function signaturePath(
  strokes: readonly (readonly Point[])[],
  size: { readonly width: number; readonly height: number },
): DrawnSignature | null {
  if (strokes.reduce((sum, points) => sum + points.length, 0) < fewestPoints) return null
  for (let every = 1; every < 64; every *= 2) {
    const path = strokes.map((points) => strokePath(points, every)).join('')
    if (path.length <= longest) return { width: Math.round(size.width), height: Math.round(size.height), path }
  }
  return null
}

function strokePath(points: readonly Point[], every: number): string {
  const kept = points.filter((_, at) => at % every === 0 || at === points.length - 1)
  const first = kept[0]
  if (first === undefined) return ''
  let [x, y] = [Math.round(first.x), Math.round(first.y)]
  let path = `M${x} ${y}`
  // A dot is a line that goes nowhere.
  if (kept.length === 1) return `${path}l1 0`
  for (const point of kept.slice(1)) {
    const [nextX, nextY] = [Math.round(point.x), Math.round(point.y)]
    if (nextX === x && nextY === y) continue
    path += `l${nextX - x} ${nextY - y}`
    ;[x, y] = [nextX, nextY]
  }
  return path
}
