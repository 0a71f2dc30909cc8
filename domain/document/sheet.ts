import { fitText, printableText, type TextRoom } from './fit-text.ts'

/** Lines of text from a top left corner; each line already fits. Lengths are millimetres, as everywhere on a sheet. */
export interface TextMark {
  readonly kind: 'text'
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly lines: readonly string[]
  readonly sizeMm: number
  readonly bold: boolean
  readonly align: 'start' | 'center' | 'end'
}

/** Bars, as wide as a module of `moduleMm` makes them, in the middle of their room. */
export interface BarsMark {
  readonly kind: 'code128'
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  readonly moduleMm: number
  readonly text: string
}

/** A square of dots; `sizeMm` is its side. */
export interface MatrixMark {
  readonly kind: 'datamatrix'
  readonly xMm: number
  readonly yMm: number
  readonly sizeMm: number
  readonly text: string
}

/** A rectangle's outline; a flat one is a rule. */
export interface BoxMark {
  readonly kind: 'box'
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  readonly dashed?: boolean
}

/** Lines drawn by hand, each by its corners in millimetres from the top left of the room. */
export interface StrokesMark {
  readonly kind: 'strokes'
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  readonly strokes: readonly (readonly (readonly [xMm: number, yMm: number])[])[]
}

/** Something on a sheet. */
export type Mark = TextMark | BarsMark | MatrixMark | BoxMark | StrokesMark

/** Pages of one size, each with its marks; the one layout that PDF, ZPL and the browser draw. */
export interface Sheet {
  readonly title: string
  readonly widthMm: number
  readonly heightMm: number
  readonly pages: readonly (readonly Mark[])[]
}

/** Height of a line of text, as a multiple of its size. */
export const lineHeight = 1.2

/** Bars of Code 128 in modules, at most: pairs of digits share a symbol. Blanks at both sides are not counted. */
export function code128Modules(text: string): number {
  const digits = /^\d+$/.test(text)
  const symbols = digits ? Math.ceil(text.length / 2) + (text.length % 2 === 0 ? 0 : 1) : text.length
  return 11 * (symbols + 2) + 13
}

/** Where and how a text stands. */
export interface TextPlace extends TextRoom {
  readonly xMm: number
  readonly yMm: number
  readonly align?: 'start' | 'center' | 'end'
}

/** Sets a text into its room. */
export function textMark(text: string, place: TextPlace): TextMark {
  const { lines, sizeMm } = fitText(text, place)
  const { xMm, yMm, widthMm, bold = false, align = 'start' } = place
  return { kind: 'text', xMm, yMm, widthMm, lines, sizeMm, bold, align }
}

/** Height of a text that was set. */
export function heightOf(mark: TextMark): number {
  return mark.lines.length * mark.sizeMm * lineHeight
}

/** Bars with their widest module that fits, never below what printers and scanners can do with it. */
export function barsMark(
  text: string,
  room: { readonly xMm: number; readonly yMm: number; readonly widthMm: number; readonly heightMm: number },
  wishedModuleMm: number,
): BarsMark {
  const moduleMm = Math.min(wishedModuleMm, room.widthMm / code128Modules(text))
  return { kind: 'code128', ...room, moduleMm, text }
}

/** A rule across. */
export function rule(xMm: number, yMm: number, widthMm: number): BoxMark {
  return { kind: 'box', xMm, yMm, widthMm, heightMm: 0 }
}

/** Codes in groups that people can read aloud. */
export function groupedCode(code: string): string {
  const text = printableText(code)
  if (/^\d{13}$/.test(text)) return `${text.slice(0, 1)} ${text.slice(1, 7)} ${text.slice(7)}`
  return text.length === 8 ? `${text.slice(0, 4)} ${text.slice(4)}` : text
}

/** Puts values into a text's places (`{{name}}`). */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Puts a label at its true size into the corner of an A4 sheet, with a line to cut along. */
export function onA4({ title, widthMm, heightMm, pages }: Sheet): Sheet {
  const marginMm = 10
  const moved = (mark: Mark): Mark => ({ ...mark, xMm: mark.xMm + marginMm, yMm: mark.yMm + marginMm })
  const cut: BoxMark = { kind: 'box', xMm: marginMm, yMm: marginMm, widthMm, heightMm, dashed: true }
  return { title, widthMm: 210, heightMm: 297, pages: pages.map((marks) => [cut, ...marks.map(moved)]) }
}
