import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import {
  lineHeight,
  type BarsMark,
  type Mark,
  type MatrixMark,
  type Sheet,
  type StrokesMark,
  type TextMark,
} from '#domain/document/sheet.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { registerTypefaces } from './typefaces.ts'

type Drawing = PDFKit.PDFDocument

const ptPerMm = 72 / 25.4

/** Writes a sheet as PDF: pages of its true size, bars and dots as vectors, the letters that it needs embedded. */
export async function sheetPdf(sheet: Sheet, createdAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = new PDFDocument({
    autoFirstPage: false,
    size: [sheet.widthMm * ptPerMm, sheet.heightMm * ptPerMm],
    margin: 0,
    info: { Title: sheet.title, CreationDate: createdAt, ModDate: createdAt },
  })
  return pdfBytes(drawing, function* () {
    registerTypefaces(drawing)
    for (const page of sheet.pages) {
      drawing.addPage()
      drawing.scale(ptPerMm)
      for (const mark of page) drawMark(drawing, mark)
      yield
    }
  })
}

function drawMark(drawing: Drawing, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      return drawText(drawing, mark)
    case 'code128':
      return drawBars(drawing, mark)
    case 'datamatrix':
      return drawMatrix(drawing, mark)
    case 'strokes':
      return drawStrokes(drawing, mark)
    case 'box':
      drawing.lineWidth(0.25)
      if (mark.dashed === true) drawing.dash(2, { space: 2 })
      if (mark.heightMm === 0)
        drawing
          .moveTo(mark.xMm, mark.yMm)
          .lineTo(mark.xMm + mark.widthMm, mark.yMm)
          .stroke()
      else drawing.rect(mark.xMm, mark.yMm, mark.widthMm, mark.heightMm).stroke()
      drawing.undash()
  }
}

function drawText(drawing: Drawing, mark: TextMark): void {
  drawing.font(mark.bold ? 'bold' : 'regular').fontSize(mark.sizeMm)
  for (const [index, line] of mark.lines.entries()) {
    const free = mark.widthMm - drawing.widthOfString(line)
    const before = mark.align === 'start' ? 0 : mark.align === 'center' ? free / 2 : free
    drawing.text(line, mark.xMm + before, mark.yMm + index * mark.sizeMm * lineHeight, { lineBreak: false })
  }
}

function drawStrokes(drawing: Drawing, { xMm, yMm, strokes }: StrokesMark): void {
  drawing.lineWidth(0.35).lineCap('round').lineJoin('round')
  for (const [[startX, startY] = [0, 0], ...corners] of strokes) {
    drawing.moveTo(xMm + startX, yMm + startY)
    for (const [x, y] of corners) drawing.lineTo(xMm + x, yMm + y)
    drawing.stroke()
  }
  drawing.lineCap('butt').lineJoin('miter')
}

/** Widths of bars and gaps in modules, beginning with a bar. */
export function barsOf(text: string): readonly number[] {
  const [found] = bwip.raw({ bcid: 'code128', text, parse: false })
  if (found === undefined || !('sbs' in found)) throw new Error('Code 128 gives bars')
  return found.sbs
}

function drawBars(drawing: Drawing, mark: BarsMark): void {
  const widths = barsOf(mark.text)
  const total = widths.reduce((sum, width) => sum + width, 0)
  let xMm = mark.xMm + (mark.widthMm - total * mark.moduleMm) / 2
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) drawing.rect(xMm, mark.yMm, width * mark.moduleMm, mark.heightMm)
    xMm += width * mark.moduleMm
  }
  drawing.fill('black')
}

function drawMatrix(drawing: Drawing, mark: MatrixMark): void {
  const [found] = bwip.raw({ bcid: 'datamatrix', text: mark.text })
  if (found === undefined || !('pixs' in found)) throw new Error('DataMatrix gives dots')
  const dotMm = mark.sizeMm / Math.max(found.pixx, found.pixy)
  for (let at = 0; at < found.pixs.length; at++) {
    if (found.pixs[at] !== 1) continue
    const [row, column] = [Math.floor(at / found.pixx), at % found.pixx]
    drawing.rect(mark.xMm + column * dotMm, mark.yMm + row * dotMm, dotMm, dotMm)
  }
  drawing.fill('black')
}
