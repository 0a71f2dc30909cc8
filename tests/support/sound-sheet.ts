import { expect } from 'vitest'
import { textWidthMm } from '#domain/document/fit-text.ts'
import { code128Modules, heightOf, type Mark, type Sheet } from '#domain/document/sheet.ts'

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function areaOf(mark: Mark): Area {
  const [left, top] = [mark.xMm, mark.yMm]
  switch (mark.kind) {
    case 'text': {
      const widest = Math.max(0, ...mark.lines.map((line) => textWidthMm(line, mark.sizeMm, mark.bold)))
      const free = mark.widthMm - widest
      const before = mark.align === 'start' ? 0 : mark.align === 'center' ? free / 2 : free
      return { left: left + before, top, right: left + before + widest, bottom: top + heightOf(mark) }
    }
    case 'code128': {
      const bars = code128Modules(mark.text) * mark.moduleMm
      const before = (mark.widthMm - bars) / 2
      return { left: left + before, top, right: left + before + bars, bottom: top + mark.heightMm }
    }
    case 'datamatrix':
      return { left, top, right: left + mark.sizeMm, bottom: top + mark.sizeMm }
    case 'box':
    case 'strokes':
      return { left, top, right: left + mark.widthMm, bottom: top + mark.heightMm }
  }
}

/** Every mark of a sheet lies on its page and off the others. */
export function expectSound({ widthMm, heightMm, pages }: Sheet): void {
  expect(pages.length).toBeGreaterThan(0)
  const problems = pages.flatMap((page) => {
    const isOff = ({ left, top, right, bottom }: Area): boolean =>
      left < 0 || top < 0 || right > widthMm + 0.01 || bottom > heightMm + 0.01
    const drawn = page.filter((mark) => mark.kind !== 'box').map((mark) => ({ mark, area: areaOf(mark) }))
    return [
      ...page.filter((mark) => isOff(areaOf(mark))),
      ...drawn.flatMap((one, index) =>
        drawn.slice(index + 1).flatMap((other) => (overlaps(one.area, other.area) ? [[one.mark, other.mark]] : [])),
      ),
    ]
  })
  expect(problems).toEqual([])
}

function overlaps(a: Area, b: Area): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return wide > 0.3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.3
}

/** What the codes of a sheet hold. */
export const codesOn = (sheet: Sheet) =>
  sheet.pages.flatMap((page) => page.flatMap((mark) => ('text' in mark ? [mark.text] : [])))
