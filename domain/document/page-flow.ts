import { fitText } from './fit-text.ts'
import { lineHeight, type Mark, type TextMark } from './sheet.ts'

/** Where a flow begins and ends on its pages. */
export interface FlowFrame {
  readonly topMm: number
  /** Where pages after the first begin. */
  readonly nextTopMm: number
  readonly bottomMm: number
}

/** Blocks below one another, which go on to the next page where one has no room left. */
export interface PageFlow {
  /** Adds a block of a height that stays together, and `withMm` of what follows it; `draw` is given where it stands. */
  add(heightMm: number, draw: (yMm: number) => readonly Mark[], withMm?: number): void
  /** Leaves room free; it never begins a page. */
  gap(heightMm: number): void
  /** Adds a text that may break anywhere between its lines; its own line breaks end paragraphs. */
  text(text: string, place: FlowText): void
  pages(): readonly (readonly Mark[])[]
}

/** How a flowing text stands. */
export interface FlowText {
  readonly xMm: number
  readonly widthMm: number
  readonly sizeMm: number
  readonly bold?: boolean
}

/** Creates a flow with one empty page. */
export function createPageFlow({ topMm, nextTopMm, bottomMm }: FlowFrame): PageFlow {
  const pages: Mark[][] = [[]]
  let yMm = topMm
  let isFresh = true

  function add(heightMm: number, draw: (yMm: number) => readonly Mark[], withMm = 0): void {
    if (yMm + heightMm + withMm > bottomMm && !isFresh) {
      pages.push([])
      yMm = nextTopMm
    }
    pages.at(-1)?.push(...draw(yMm))
    yMm += heightMm
    isFresh = false
  }

  return {
    add,
    gap: (heightMm) => {
      if (!isFresh) yMm += heightMm
    },
    text: (text, { xMm, widthMm, sizeMm, bold = false }) => {
      const lineMm = sizeMm * lineHeight
      for (const paragraph of text.split(/\r?\n/)) {
        const room = { widthMm, maxLines: Number.MAX_SAFE_INTEGER, sizeMm, minSizeMm: sizeMm, bold }
        for (const line of fitText(paragraph, room).lines)
          add(lineMm, (at) => [lineMark(line, { xMm, yMm: at, widthMm, sizeMm, bold })])
        yMm += lineMm * 0.4
      }
    },
    pages: () => pages,
  }
}

function lineMark(line: string, place: Omit<TextMark, 'kind' | 'lines' | 'align'>): TextMark {
  return { kind: 'text', lines: line === '' ? [] : [line], align: 'start', ...place }
}
