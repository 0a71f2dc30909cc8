import { isBuiltInText, labelText } from '#domain/document/fit-text.ts'
import {
  code128Modules,
  lineHeight,
  type Mark,
  type MatrixMark,
  type Sheet,
  type TextMark,
} from '#domain/document/sheet.ts'

/** Dots per millimetre of a print head: 203 or 300 dots an inch. */
export const printDensities = [8, 12] as const
export type DotsPerMm = (typeof printDensities)[number]

/**
 * Writes a sheet as ZPL II (Zebra's programming guide), one label a page, in UTF-8. Nothing of a text can become a
 * command. Seven commands are all that a label takes; the libraries that write them are not free to ship with a product.
 */
export function sheetZpl(sheet: Sheet, dotsPerMm: DotsPerMm): string {
  return sheet.pages.map((page) => labelOf(sheet, page, dotsPerMm)).join('')
}

function labelOf(sheet: Sheet, page: readonly Mark[], dotsPerMm: DotsPerMm): string {
  const dots = (mm: number): number => Math.round(mm * dotsPerMm)
  const fields = page.flatMap((mark) => fieldsOf(mark, dots))
  const size = `^PW${dots(sheet.widthMm)}^LL${dots(sheet.heightMm)}^LH0,0`
  return ['^XA', '^CI28', size, ...fields, '^XZ', ''].join('\n')
}

function fieldsOf(mark: Mark, dots: (mm: number) => number): readonly string[] {
  switch (mark.kind) {
    case 'text':
      return mark.lines.map((line, index) => textField(line, mark, index, dots))
    case 'code128': {
      const moduleDots = Math.max(1, Math.floor(mark.moduleMm * dots(1)))
      const widthDots = code128Modules(mark.text) * moduleDots
      const left = dots(mark.xMm) + Math.max(0, Math.round((dots(mark.widthMm) - widthDots) / 2))
      const bars = `^BY${moduleDots}^FO${left},${dots(mark.yMm)}^BCN,${dots(mark.heightMm)},N,N,N,N`
      return [`${bars}^FD${code128Field(plainCode(mark.text))}^FS`]
    }
    case 'datamatrix':
      return [matrixField(mark, dots)]
    case 'strokes':
      // A label printer is given labels; what is signed is a sheet of paper.
      return []
    case 'box': {
      const height = Math.max(2, dots(mark.heightMm))
      return [`^FO${dots(mark.xMm)},${dots(mark.yMm)}^GB${dots(mark.widthMm)},${height},2^FS`]
    }
  }
}

// Every printer has the type 0, of Latin 1 alone; a line with other letters is set in Swiss 721, which Zebra's printers
// with Link-OS bring under this name and older ones load.
const unicodeFile = 'E:TT0003M_.TTF'

const alignments = { start: 'L', center: 'C', end: 'R' } as const

function textField(line: string, mark: TextMark, index: number, dots: (mm: number) => number): string {
  const topDots = dots(mark.yMm + index * mark.sizeMm * lineHeight)
  const size = dots(mark.sizeMm)
  const block = `^FB${dots(mark.widthMm)},1,0,${alignments[mark.align]}`
  const text = labelText(line)
  const type = isBuiltInText(text) ? `^A0N,${size},${size}` : `^A@N,${size},${size},${unicodeFile}`
  return `^FO${dots(mark.xMm)},${topDots}${type}${block}^FH^FD${hexed(text)}^FS`
}

function matrixField(mark: MatrixMark, dots: (mm: number) => number): string {
  // Modules of a square symbol that holds so many characters; the printer chooses the symbol itself.
  const modules = squares.find(({ holds }) => holds >= matrixLength(mark.text))?.modules ?? 32
  const dotSize = Math.max(2, Math.floor(dots(mark.sizeMm) / modules))
  return `^FO${dots(mark.xMm)},${dots(mark.yMm)}^BXN,${dotSize},200^FD${plainCode(mark.text)}^FS`
}

// Square symbols of ECC 200 by the codewords that they hold; a pair of digits takes one.
const squares = [
  { modules: 10, holds: 3 },
  { modules: 12, holds: 5 },
  { modules: 14, holds: 8 },
  { modules: 16, holds: 12 },
  { modules: 18, holds: 18 },
  { modules: 20, holds: 22 },
  { modules: 22, holds: 30 },
  { modules: 24, holds: 36 },
  { modules: 26, holds: 44 },
] as const

function matrixLength(text: string): number {
  return text.replaceAll(/\d\d/g, '0').length
}

/** Bytes as `_hh`: what begins a command, what is not ASCII, and the mark itself. A backslash would break a block. */
function hexed(text: string): string {
  return Array.from(text.replaceAll('\\', '/'), (character) =>
    /[ -~]/.test(character) && !/[\^~_]/.test(character)
      ? character
      : Array.from(Buffer.from(character), (byte) => `_${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  ).join('')
}

function plainCode(text: string): string {
  if (!/^[0-9A-Z:-]+$/.test(text)) throw new Error('a code of a label has letters, digits, colons and dashes')
  return text
}

// Mode N: digits in pairs in set C, a last one or anything else in set B.
function code128Field(text: string): string {
  if (!/^\d+$/.test(text)) return `>:${text}`
  const even = text.length - (text.length % 2)
  return even === text.length ? `>;${text}` : `>;${text.slice(0, even)}>6${text.slice(even)}`
}
