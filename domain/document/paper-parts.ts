import type { PackagePlace } from './content.ts'
import { barsMark, groupedCode, heightOf, textMark, type Mark } from './sheet.ts'

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

/** A name with the lines of its address. */
export function place(
  { name, lines }: PackagePlace,
  room: {
    readonly xMm: number
    readonly yMm: number
    readonly widthMm: number
    readonly sizeMm: number
    readonly minSizeMm: number
    readonly maxLines: number
  },
): readonly Mark[] {
  const head = textMark(name, { ...room, maxLines: 2, bold: true })
  const marks: Mark[] = [head]
  let yMm = room.yMm + heightOf(head)
  for (const line of lines.slice(0, room.maxLines - head.lines.length)) {
    const mark = textMark(line, {
      ...room,
      yMm,
      maxLines: 1,
      sizeMm: room.sizeMm * 0.8,
      minSizeMm: room.minSizeMm * 0.8,
    })
    marks.push(mark)
    yMm += heightOf(mark)
  }
  return marks
}

/** The small word above a fact. */
export function caption(word: string, xMm: number, yMm: number, widthMm: number): Mark {
  return textMark(word, { xMm, yMm, widthMm, maxLines: 1, sizeMm: 3, minSizeMm: 2.2 })
}

/** How a fact stands below its word. */
export function value(xMm: number, yMm: number, widthMm: number) {
  return { xMm, yMm, widthMm, maxLines: 1, sizeMm: 4.6, minSizeMm: 2.4, bold: true } as const
}
