import { questionLimits } from '../catalog/question-limits.ts'
import type { CatalogContent } from './catalog-columns.ts'
import { importLimits } from './catalog-import.ts'

/** A part of an exported file as it is kept: its number, and its bytes. */
export interface KeptPart {
  readonly number: number
  readonly bytes: number
}

/** Things of one part of an exported file; each question has some answers, with long texts. */
export const partLimits = { products: 1_000, questions: 100 } as const

/** Lines that a part may have: one of questions has all their answers. */
const partLines: Readonly<Record<CatalogContent, number>> = {
  products: partLimits.products,
  categories: importLimits.lines,
  diagnostic: partLimits.questions * questionLimits.answersMax,
}

/**
 * The pieces of a file that an import does not take whole: the numbers of the first and last part of each, without the
 * head, which is the first part of the file and stands in each piece. None of a file that comes back as it is.
 */
export function piecesOf(
  content: CatalogContent,
  entries: number,
  [head, ...parts]: readonly KeptPart[],
): readonly (readonly [first: number, last: number])[] {
  const headBytes = head?.bytes ?? 0
  const all = parts.reduce((sum, { bytes }) => sum + bytes, headBytes)
  if (all <= importLimits.bytes && entries <= importLimits.lines) return []
  const mostParts = Math.floor(importLimits.lines / partLines[content])
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
