import type { PackagePlace } from './document-content.ts'
import { barsMark, groupedCode, heightOf, textMark, type Mark, type TextMark } from './sheet.ts'

/** A number as bars, with its word above and its digits below. */
export function numberBars(
  number: string,
  word: string,
  room: { readonly xMm: number; readonly yMm: number; readonly widthMm: number; readonly heightMm: number },
): readonly Mark[] {
  return [
    caption(word, room.xMm, room.yMm, room.widthMm),
    barsMark(number, { ...room, yMm: room.yMm + 4.5 }, 0.6),
    textMark(groupedCode(number), {
      xMm: room.xMm,
      yMm: room.yMm + 6 + room.heightMm,
      widthMm: room.widthMm,
      maxLines: 1,
      sizeMm: 6,
      minSizeMm: 4,
      bold: true,
      align: 'center',
    }),
  ]
}

/** Where a name with its address stands. */
interface PlaceRoom {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  /** Type size of the name to begin with, and the smallest. */
  readonly sizeMm: number
  readonly minSizeMm: number
}

/**
 * A name with the lines of its address, as large as all of them have room. What has none at the smallest size are lines
 * after the first: those at the end name town, country, and the numbers of a company.
 */
export function place({ name, lines }: PackagePlace, room: PlaceRoom): readonly Mark[] {
  const smallest = room.minSizeMm + 1e-9
  for (let sizeMm = room.sizeMm; sizeMm > smallest; sizeMm -= 0.3) {
    const marks = placed({ name, lines }, { ...room, sizeMm })
    if (bottomOf(marks) <= room.yMm + room.heightMm) return marks
  }
  for (let kept = lines.length; kept > 0; kept--) {
    const left = kept === lines.length ? lines : [...lines.slice(0, 1), ...lines.slice(lines.length - kept + 1)]
    const marks = placed({ name, lines: left }, { ...room, sizeMm: room.minSizeMm })
    if (bottomOf(marks) <= room.yMm + room.heightMm) return marks
  }
  return placed({ name, lines: [] }, { ...room, sizeMm: room.minSizeMm })
}

function placed({ name, lines }: PackagePlace, room: PlaceRoom): readonly TextMark[] {
  const head = textMark(name, { ...room, maxLines: 2, bold: true })
  const marks = [head]
  for (const line of lines) {
    const yMm = bottomOf(marks)
    const small = { sizeMm: room.sizeMm * 0.8, minSizeMm: room.minSizeMm * 0.8 }
    marks.push(textMark(line, { ...room, ...small, yMm, maxLines: 1 }))
  }
  return marks
}

function bottomOf(marks: readonly TextMark[]): number {
  const last = marks.at(-1)
  return last === undefined ? 0 : last.yMm + heightOf(last)
}

/** The small word above a fact. */
export function caption(word: string, xMm: number, yMm: number, widthMm: number): Mark {
  return textMark(word, { xMm, yMm, widthMm, maxLines: 1, sizeMm: 3, minSizeMm: 2.2 })
}

/** How a fact stands below its word. */
export function value(xMm: number, yMm: number, widthMm: number) {
  return { xMm, yMm, widthMm, maxLines: 1, sizeMm: 4.6, minSizeMm: 2.4, bold: true } as const
}
