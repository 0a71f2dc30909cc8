import PDFDocument from 'pdfkit'
import type { Language } from '#domain/kernel/languages.ts'
import { sellerAddressText } from '#domain/register/seller-identity.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import { identityIn, registerTexts, type RegisterContent } from './register-csv.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { registerTypefaces } from './typefaces.ts'

/** Widths in points of A4 across, margins of 30 left out. */
const widths = [38, 74, 82, 130, 106, 152, 94, 106] as const
const margin = 30
const gap = 6
const bodySize = 7.5

/** The register as a document to be shown to an authority: one line a purchase, numbered pages. */
export async function registerPdf(
  content: RegisterContent & { readonly madeAt: Date },
): Promise<Uint8Array<ArrayBuffer>> {
  const { madeAt: at, language, timeZone, entries } = content
  const texts = registerTexts[language]
  const title = `${texts.title} · ${content.accountName}`
  const info = { Title: title, CreationDate: at, ModDate: at }
  const page = new PDFDocument({ size: 'A4', layout: 'landscape', margin, bufferPages: true, info })
  return pdfBytes(page, function* () {
    registerTypefaces(page)
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone })
    page.font('bold').fontSize(14).text(title)
    const days = [content.from, content.to].map((each) => day.format(new Date(`${each}T00:00:00Z`)))
    page.font('regular').fontSize(9).text(days.join(' – ')).moveDown(0.8)
    const { columns } = texts
    const identifiers = `${columns.serialNumber} / ${columns.imei}`
    const paid = `${columns.price} / ${columns.paymentMeans}`
    const header = [
      columns.number,
      columns.recordedAt,
      columns.buybackCode,
      columns.description,
      identifiers,
      `${columns.sellerName}, ${columns.sellerAddress}`,
      columns.sellerIdentity,
      paid,
    ]
    drawRow(page, header, true)
    if (entries.length === 0)
      page
        .font('regular')
        .fontSize(9)
        .text(texts.empty, margin, page.y + gap)
    for (const entry of entries) {
      const cells = cellsOf(entry, (iso) => time.format(new Date(iso)), language)
      if (page.y + heightOf(page, cells) > page.page.height - margin - 14) {
        page.addPage()
        drawRow(page, header, true)
      }
      drawRow(page, cells, false)
      yield
    }
    yield* numberPages(page)
  })
}

function cellsOf(entry: RegisterEntryAnswer, time: (iso: string) => string, language: Language): readonly string[] {
  const price = new Intl.NumberFormat(language, { style: 'currency', currency: entry.currency })
  return [
    String(entry.number),
    time(entry.recordedAt),
    entry.buybackCode,
    entry.description,
    [entry.serialNumber, entry.imei].filter(Boolean).join('\n') || '–',
    [entry.sellerName, sellerAddressText(entry, language)].filter(Boolean).join('\n') || '–',
    identityIn(language, entry) ?? '–',
    [price.format(entry.priceCents / 100).replaceAll(/\s/g, ' '), entry.paymentMeans].filter(Boolean).join('\n'),
  ]
}

function heightOf(page: PDFKit.PDFDocument, cells: readonly string[]): number {
  page.font('regular').fontSize(bodySize)
  return Math.max(...cells.map((cell, at) => page.heightOfString(cell, { width: (widths[at] ?? 0) - gap }))) + gap
}

function drawRow(page: PDFKit.PDFDocument, cells: readonly string[], isHeader: boolean): void {
  const top = page.y
  const height = heightOf(page, cells)
  page.font(isHeader ? 'bold' : 'regular').fontSize(bodySize)
  let left = margin
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 0
    page.text(cell, left, top + gap / 2, { width: width - gap })
    left += width
  }
  const bottom = top + height
  page
    .moveTo(margin, bottom)
    .lineTo(left, bottom)
    .lineWidth(isHeader ? 0.8 : 0.25)
    .stroke()
  page.x = margin
  page.y = bottom
}

function* numberPages(page: PDFKit.PDFDocument): Generator<undefined, void, undefined> {
  const { start, count } = page.bufferedPageRange()
  for (let at = start; at < start + count; at += 1) {
    page.switchToPage(at)
    // The footer stands below the margin, where text would otherwise begin a page of its own.
    page.page.margins.bottom = 0
    page.font('regular').fontSize(7)
    page.text(`${at - start + 1} / ${count}`, margin, page.page.height - 24, {
      width: page.page.width - 2 * margin,
      align: 'right',
      lineBreak: false,
    })
    yield
  }
}
