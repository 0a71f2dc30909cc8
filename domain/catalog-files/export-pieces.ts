import { importLimits } from './catalog-import.ts'

/** A part of an exported file as it is kept: its number, and its bytes. */
export interface KeptPart {
  readonly number: number
  readonly bytes: number
}

/** Parts of a piece: one of products has a thousand lines, one of questions about twice as many. */
const mostParts = 70

/**
 * The pieces of a file that an import does not take whole: the numbers of the first and last part of each, without the
 * head, which is the first part of the file and stands in each piece. None of a file that comes back as it is.
 */
export function piecesOf(
  entries: number,
  [head, ...parts]: readonly KeptPart[],
): readonly (readonly [first: number, last: number])[] {
  const headBytes = head?.bytes ?? 0
  const all = parts.reduce((sum, { bytes }) => sum + bytes, headBytes)
  if (all <= importLimits.bytes && entries <= importLimits.lines) return []
  const pieces: [number, number][] = []
  let bytes = 0
  for (const part of parts) {
    const piece = pieces.at(-1)
    const hasRoom =
      piece !== undefined && part.number - piece[0] < mostParts && bytes + part.bytes <= importLimits.bytes
    if (hasRoom) piece[1] = part.number
    else pieces.push([part.number, part.number])
    bytes = (hasRoom ? bytes : headBytes) + part.bytes
  }
  return pieces
}
